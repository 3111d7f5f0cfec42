// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Team sizes that go up and down from region to region: every thread of every team runs the body once, and sees what the
// threads of the team before it wrote.
// run: OMP_NUM_THREADS=2
#include <omp.h>

#include "check.h"

enum { kLargest = 12, kRounds = 15 };

int main(void) {
  static const int sizes[] = {1, 2, 7, 3, 1, 12, 2, 2, 5, 4, 12, 1, 3, 8, 6, 2};
  int written[kLargest] = {0};
  int previous = 0;
  for (int round = 0; round < kRounds; round++) {
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
      int size = sizes[s];
      int stale = 0;
#pragma omp parallel num_threads(size) shared(written)
      {
        // Reads what another thread wrote one region ago.
        int me = omp_get_thread_num();
        int neighbour = previous ? (me + 1) % previous : 0;
        if (previous && written[neighbour] != previous) hit(&stale);
#pragma omp barrier
        written[me] = size;
      }
      for (int i = 0; i < size; i++)
        if (written[i] != size) hit(&stale);
      if (stale) CHECK_EQUAL(stale, 0);
      previous = size;
    }
  }
  CHECK_EQUAL(written[11], 12);
  return finish();
}
