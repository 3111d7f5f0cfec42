// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team has the size asked for by the num_threads clause, else by OMP_NUM_THREADS; each thread number occurs once.
#include <omp.h>

#include "check.h"

enum { kLargest = 16 };

static void check_team(int expected) {
  int seen[kLargest] = {0};
#pragma omp parallel num_threads(expected)
  {
    CHECK_EQUAL(omp_get_num_threads(), expected);
    CHECK_EQUAL(omp_in_parallel(), expected > 1);
    int me = omp_get_thread_num();
    CHECK(me >= 0 && me < expected);
    hit(&seen[me]);
  }
  for (int i = 0; i < kLargest; i++) CHECK_EQUAL(seen[i], i < expected);
}

int main(void) {
  int in_default_team = 0;
#pragma omp parallel
  hit(&in_default_team);
  CHECK_EQUAL(in_default_team, requested_threads());
  CHECK_EQUAL(omp_get_max_threads(), requested_threads());

  for (int size = 1; size <= kLargest; size++) check_team(size);
  for (int size = kLargest; size >= 1; size--) check_team(size);
  CHECK_EQUAL(omp_get_num_threads(), 1);
  CHECK_EQUAL(omp_in_parallel(), 0);
  return finish();
}
