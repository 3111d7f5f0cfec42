// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: barrier.* inside of a task
#include "misuse.h"

static NOINLINE void step(void) {
#pragma omp barrier  // told
  use(0);
}

int main(void) {
#pragma omp parallel num_threads(1)
  {
#ifdef MISUSE
#pragma omp task
#endif
    step();
  }
  return 0;
}
