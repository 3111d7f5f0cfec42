// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two tasks of some instructions each: one thread is likely to run both.
#include "pair.h"

int main(void) {
  long a = 0, b = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(a)
    a = 1;
#ifdef RACE
#pragma omp task shared(a)
    a = 2;
#else
#pragma omp task shared(b)
    b = 2;
#endif
  }
  return finish(a + b);
}
