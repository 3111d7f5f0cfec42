// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: barrier.* inside of a masked
// compilers: clang
// GCC-built code compares the thread's number where masked is met, and calls nothing that could be told of.
#include "misuse.h"

static NOINLINE void step(void) {
#pragma omp barrier  // told
  use(0);
}

int main(void) {
#pragma omp parallel num_threads(1)
  {
#ifdef MISUSE
#pragma omp masked
#endif
    step();
  }
  return 0;
}
