// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With a static schedule and one team size a float sum may depend on the order of combination, but stays near the exact sum,
// and an integer sum is exact, over many regions in a row.
#include <omp.h>

#include "check.h"

enum { kRounds = 500, kCount = 50 };

int main(void) {
  long wrong = 0;
  double worst = 0;
  for (int round = 0; round < kRounds; round++) {
    double sum = 0;
    long exact = 0;
#pragma omp parallel for reduction(+ : sum, exact)
    for (int i = 0; i < kCount; i++) {
      sum += 0.1;
      exact += round;
    }
    double error = sum > 5.0 ? sum - 5.0 : 5.0 - sum;
    if (error > worst) worst = error;
    wrong += exact != (long)round * kCount;
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_NEAR(worst, 0, 1e-12);
  return finish();
}
