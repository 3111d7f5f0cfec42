// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: members of a team meet different constructs
// ends: yes
#include "misuse.h"

static NOINLINE void step(void) {
#pragma omp barrier  // told
  use(0);
}

int main(void) {
#pragma omp parallel num_threads(2)
  {
#ifdef MISUSE
    if (omp_get_thread_num() == 1)
#endif
      step();
  }
  return 0;
}
