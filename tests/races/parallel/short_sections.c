// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two sections of some instructions each write one variable.
// modes: deep (one thread is likely to run both)
#include "pair.h"

int main(void) {
  long a = 0, b = 0;
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    a = 1;
#pragma omp section
#ifdef RACE
    a = 2;
#else
    b = 2;
#endif
  }
  return finish(a + b);
}
