// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: barrier.* inside of a worksharing
#include "misuse.h"

static NOINLINE void step(void) {
#pragma omp barrier  // told
  use(0);
}

int main(void) {
#pragma omp parallel num_threads(1)
  {
#pragma omp for ordered schedule(dynamic, 1)
    for (int i = 0; i < 2; i++) {
#pragma omp ordered
      {
#ifdef MISUSE
        step();
#endif
        use(i);
      }
    }
#ifndef MISUSE
    step();
#endif
  }
  return 0;
}
