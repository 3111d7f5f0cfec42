// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread of the team runs a single region, and nobody passes its end before it is done.
#include <omp.h>

#include "check.h"

enum { kLaps = 500 };

int main(void) {
  int shared = 0, late = 0, ran = 0;
#pragma omp parallel
  for (int lap = 1; lap <= kLaps; lap++) {
#pragma omp single
    {
      hit(&ran);
      shared = lap;  // plain data: the barrier at the end publishes it
    }
    if (shared != lap) hit(&late);
#pragma omp barrier
  }
  CHECK_EQUAL(ran, kLaps);
  CHECK_EQUAL(late, 0);

  // Outside of a region and in an inactive one the only thread runs it.
#pragma omp single
  ran = 1;
  CHECK_EQUAL(ran, 1);
#pragma omp parallel if (late > 0)
  {
#pragma omp single
    ran = 2;
  }
  CHECK_EQUAL(ran, 2);
  return finish();
}
