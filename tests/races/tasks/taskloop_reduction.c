// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A taskloop adds up with or without a reduction.
#include "pair.h"

int main(void) {
  long sum = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#ifdef RACE
#pragma omp taskloop grainsize(4) shared(sum)
#else
#pragma omp taskloop grainsize(4) reduction(+ : sum)
#endif
    for (int i = 0; i < 64; ++i) {
      usleep(50);
      sum += i;
    }
  }
  return finish(sum);
}
