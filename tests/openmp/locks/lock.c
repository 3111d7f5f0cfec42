// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A simple lock excludes, orders plain data, and serves again after destroy and init.
#include <omp.h>

#include "check.h"

enum { kLaps = 3000 };

int main(void) {
  omp_lock_t lock;
  for (int round = 0; round < 3; round++) {
    long count = 0;
    int inside = 0, overlaps = 0;
    omp_init_lock(&lock);
#pragma omp parallel
    for (int lap = 0; lap < kLaps; lap++) {
      omp_set_lock(&lock);
      if (inside++) hit(&overlaps);
      count++;
      inside--;
      omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
    CHECK_EQUAL(overlaps, 0);
    CHECK_EQUAL(count, (long)kLaps * requested_threads());
  }
  return finish();
}
