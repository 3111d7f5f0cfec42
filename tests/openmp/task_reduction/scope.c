// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compilers: gcc
// reduction(task, ...) on scope. (clang 19 has no code for reductions on scope.)
#include <omp.h>

#include "check.h"

int main(void) {
  int size = requested_threads(), sum = 0;
#pragma omp parallel
  for (int lap = 1; lap <= 20; lap++) {
#pragma omp scope reduction(task, + : sum)
    {
      sum += 1;
#pragma omp task in_reduction(+ : sum)
      sum += 2;
    }
    CHECK_EQUAL(sum, 3 * size * lap);
#pragma omp barrier
  }
  CHECK_EQUAL(sum, 60 * size);
  return finish();
}
