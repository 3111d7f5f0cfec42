// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The barrier of a loop with a reduction completes tasks of before, and everybody reads the variables behind it, however the threads' results were combined.
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=5
// run: OMP_NUM_THREADS=5 KMP_FORCE_REDUCTION=tree
// run: OMP_NUM_THREADS=5 KMP_FORCE_REDUCTION=critical
#include <omp.h>

#include "check.h"

enum { kRounds = 200, kCount = 100 };

int main(void) {
  double sum = 0, count = 0;
  long made = 0;
  for (int round = 1; round <= kRounds; ++round) {
#pragma omp parallel
    {
#pragma omp masked
      {
#pragma omp task shared(made)
        ++made;
      }
#pragma omp for reduction(+ : sum, count)
      for (int i = 0; i < kCount; ++i) {
        sum += i;
        count += 1;
      }
      CHECK_EQUAL((long)sum, (long)round * kCount * (kCount - 1) / 2);
      CHECK_EQUAL((long)count, (long)round * kCount);
      CHECK_EQUAL(made, (long)round);
#pragma omp barrier
    }
  }
  return finish();
}
