// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A nestable lock counts for its owner and excludes everybody else until the count is back at zero.
#include <omp.h>

#include "check.h"

enum { kDepth = 5, kLaps = 500 };

static omp_nest_lock_t lock;
static int inside, overlaps;
static long count;

static void descend(int depth) {
  omp_set_nest_lock(&lock);
  if (depth == kDepth && inside++) hit(&overlaps);
  count++;
  if (depth > 1) descend(depth - 1);
  if (depth == kDepth) inside--;
  omp_unset_nest_lock(&lock);
}

int main(void) {
  omp_init_nest_lock(&lock);
  CHECK_EQUAL(omp_test_nest_lock(&lock), 1);
  CHECK_EQUAL(omp_test_nest_lock(&lock), 2);
  omp_set_nest_lock(&lock);
  CHECK_EQUAL(omp_test_nest_lock(&lock), 4);
  int taken = 0;
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num() != 0 && omp_test_nest_lock(&lock)) hit(&taken);
  CHECK_EQUAL(taken, 0);
  for (int i = 0; i < 4; i++) omp_unset_nest_lock(&lock);

#pragma omp parallel
  for (int lap = 0; lap < kLaps; lap++) descend(kDepth);
  CHECK_EQUAL(overlaps, 0);
  CHECK_EQUAL(count, (long)kLaps * kDepth * requested_threads());
  CHECK_EQUAL(omp_test_nest_lock(&lock), 1);
  omp_unset_nest_lock(&lock);
  omp_destroy_nest_lock(&lock);
  return finish();
}
