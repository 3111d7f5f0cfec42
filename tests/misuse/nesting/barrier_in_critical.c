// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: barrier.* inside of a critical
// A team of one passes such a barrier, and is as wrong.
#include "misuse.h"

static NOINLINE void step(void) {
#pragma omp barrier  // told
  use(0);
}

int main(void) {
#pragma omp parallel num_threads(1)
  {
#ifdef MISUSE
#pragma omp critical
#endif
    step();
  }
  return 0;
}
