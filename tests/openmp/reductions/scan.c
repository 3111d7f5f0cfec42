// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inclusive and exclusive scans.
#include <omp.h>

#include "check.h"

enum { kCount = 400 };

int main(void) {
  static int input[kCount], inclusive[kCount], exclusive[kCount];
  for (int i = 0; i < kCount; i++) input[i] = (i * 31 + 7) % 53;
  for (int round = 0; round < 10; round++) {
    int sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
    for (int i = 0; i < kCount; i++) {
      sum += input[i];
#pragma omp scan inclusive(sum)
      inclusive[i] = sum;
    }
    int total = sum;
    sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
    for (int i = 0; i < kCount; i++) {
      exclusive[i] = sum;
#pragma omp scan exclusive(sum)
      sum += input[i];
    }
    int expected = 0, wrong = 0;
    for (int i = 0; i < kCount; i++) {
      wrong += exclusive[i] != expected;
      expected += input[i];
      wrong += inclusive[i] != expected;
    }
    CHECK_EQUAL(wrong, 0);
    CHECK_EQUAL(total, expected);
    CHECK_EQUAL(sum, expected);
  }
  return finish();
}
