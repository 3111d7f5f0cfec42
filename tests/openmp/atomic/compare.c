// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomic compare: minimum, maximum and compare-and-swap, with and without capture.
#include <omp.h>

#include "check.h"

enum { kLaps = 1000 };

// R7: reason: one block a form of the construct, read from top to bottom.
int main(void) {
  int threads = 0, largest = -1, smallest = 1 << 30, total = 0, winners = 0;
  double top = 0;
  int winner = -1;
#pragma omp parallel
  {
    hit(&threads);
    int me = omp_get_thread_num();
    for (int lap = 0; lap < kLaps; lap++) {
      int value = (lap * 7919 + me * 104729) % 100003;
#pragma omp atomic compare
      if (largest < value) {
        largest = value;
      }
#pragma omp atomic compare
      if (value < smallest) {
        smallest = value;
      }
      double half = value * 0.5;
#pragma omp atomic compare
      top = half > top ? half : top;
      // Add by compare-and-swap.
      int expected, seen;
#pragma omp atomic read
      seen = total;
      do {
        expected = seen;
#pragma omp atomic compare capture
        {
          seen = total;
          if (total == expected) {
            total = expected + 1;
          }
        }
      } while (seen != expected);
    }
    int before;
#pragma omp atomic compare capture
    {
      before = winner;
      if (winner == -1) {
        winner = me;
      }
    }
    if (before == -1) hit(&winners);
  }
  int expected_largest = -1, expected_smallest = 1 << 30;
  for (int me = 0; me < threads; me++)
    for (int lap = 0; lap < kLaps; lap++) {
      int value = (lap * 7919 + me * 104729) % 100003;
      if (value > expected_largest) expected_largest = value;
      if (value < expected_smallest) expected_smallest = value;
    }
  CHECK_EQUAL(largest, expected_largest);
  CHECK_EQUAL(smallest, expected_smallest);
  CHECK_NEAR(top, expected_largest * 0.5, 0);
  CHECK_EQUAL(total, kLaps * threads);
  CHECK_EQUAL(winners, 1);
  CHECK(winner >= 0 && winner < threads);
  return finish();
}
