// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The variable is set to its first value while others combine already.
#include "pair.h"

int main(void) {
  long sum;
#pragma omp parallel num_threads(4) shared(sum)
  {
#pragma omp masked
    sum = 0;
#ifndef RACE
#pragma omp barrier
#endif
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 100; ++i) sum += i;
  }
  return finish(sum);
}
