// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: worksharing construct.* inside of a masked
// compilers: clang
#include "misuse.h"

static NOINLINE void step(void) {
#pragma omp sections nowait  // told
  {
#pragma omp section
    use(1);
#pragma omp section
    use(2);
  }
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
