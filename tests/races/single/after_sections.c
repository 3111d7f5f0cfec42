// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread reads what a section wrote, without a barrier between.
// modes: deep (else the thread that ran the section may come to the single construct first)
#include "pair.h"

int main(void) {
  long a = 0, b = 0, seen = 0;
#pragma omp parallel num_threads(2)
  {
#ifdef RACE
#pragma omp sections nowait
#else
#pragma omp sections
#endif
    {
#pragma omp section
      a = 1;
#pragma omp section
      b = 1;
    }
#pragma omp single
    seen = a;
  }
  return finish(a + b + seen);
}
