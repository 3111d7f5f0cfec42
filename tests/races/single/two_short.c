// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two single regions of some instructions each use one variable, and nobody waits between them.
// modes: deep (one thread is likely to run both)
#include "pair.h"

int main(void) {
  long a = 0, b = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    a += 1;
#ifdef RACE
#pragma omp single nowait
    a += 2;
#else
#pragma omp single nowait
    b += 2;
#endif
  }
  return finish(a + b);
}
