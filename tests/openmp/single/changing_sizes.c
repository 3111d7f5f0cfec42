// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Single constructs of a team whose size changes from region to region: two threads may count them elsewhere than more do, and each is
// run once, by one, whatever the size was before.
// run: OMP_NUM_THREADS=4
// run: OMP_NUM_THREADS=4 KMP_PLAIN_BARRIER_PATTERN=hyper,hyper
// run: OMP_NUM_THREADS=4 OMP_CANCELLATION=true
#include <omp.h>

#include "check.h"

static const int sizes[] = {2, 4, 2, 3, 1, 2, 2, 4, 4, 3, 2};

int main(void) {
  enum { kSizes = sizeof sizes / sizeof sizes[0] };
  for (int round = 0; round < 20; round++) {
    for (int i = 0; i < kSizes; i++) {
      int run = 0, copies = 0, threads = 0;
      const int singles = 1 + (round + i) % 5, cancels = omp_get_cancellation() && round % 3 == 0;
#pragma omp parallel num_threads(sizes[i])
      {
        hit(&threads);
        for (int k = 0; k < singles; k++) {
#pragma omp single nowait
          hit(&run);
        }
#pragma omp single
        hit(&run);
        int copied = 0;
#pragma omp single copyprivate(copied)
        copied = 7 + round;
        if (copied == 7 + round) hit(&copies);
        if (cancels) {
#pragma omp cancel parallel
        }
      }
      CHECK_EQUAL(run, singles + 1);
      // The barrier of the last single may be where a thread learns that another has cancelled.
      CHECK(copies == threads || (cancels && copies > 0));
    }
  }
  return finish();
}
