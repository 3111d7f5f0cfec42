// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unnamed critical regions exclude each other, wherever they stand, and order plain data.
#include <omp.h>

#include "check.h"

enum { kLaps = 4000 };

static long count;
static int inside;
static int overlaps;

static void enter_elsewhere(void) {
#pragma omp critical
  {
    if (inside++) hit(&overlaps);
    count++;
    inside--;
  }
}

int main(void) {
#pragma omp parallel
  for (int lap = 0; lap < kLaps; lap++) {
#pragma omp critical
    {
      if (inside++) hit(&overlaps);
      count++;
      inside--;
    }
    if (lap % 4 == 0) enter_elsewhere();
  }
  CHECK_EQUAL(overlaps, 0);
  CHECK_EQUAL(count, (long)requested_threads() * (kLaps + kLaps / 4));
  return finish();
}
