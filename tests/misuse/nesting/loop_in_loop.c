// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: worksharing construct.* inside of a worksharing
#include "misuse.h"

static NOINLINE void step(void) {
#pragma omp for schedule(dynamic, 1) nowait  // told
  for (int i = 0; i < 4; i++) use(i);
}

int main(void) {
#pragma omp parallel num_threads(1)
  {
#ifdef MISUSE
#pragma omp for schedule(dynamic, 1)
#endif
    for (int i = 0; i < 2; i++) step();
  }
  return 0;
}
