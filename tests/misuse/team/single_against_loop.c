// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: members of a team meet different constructs
// The line is that of the member that comes later, so either may be told.
#include "misuse.h"

static NOINLINE void one(void) {
#pragma omp single nowait  // told
  use(1);
}
static NOINLINE void many(void) {
#pragma omp for schedule(dynamic, 1) nowait  // told
  for (int i = 0; i < 4; i++) use(i);
}

int main(void) {
#pragma omp parallel num_threads(2)
  {
#ifdef MISUSE
    if (omp_get_thread_num() == 1) {
      one();
    } else {
      many();
    }
#else
    one();
    many();
#endif
  }
  return 0;
}
