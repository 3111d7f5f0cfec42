// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the query functions answer outside of any region.
#include <omp.h>

#include "check.h"

int main(void) {
  CHECK_EQUAL(omp_get_num_threads(), 1);
  CHECK_EQUAL(omp_get_thread_num(), 0);
  CHECK_EQUAL(omp_in_parallel(), 0);
  CHECK_EQUAL(omp_get_level(), 0);
  CHECK_EQUAL(omp_get_active_level(), 0);
  CHECK_EQUAL(omp_get_ancestor_thread_num(0), 0);
  CHECK_EQUAL(omp_get_ancestor_thread_num(1), -1);
  CHECK_EQUAL(omp_get_team_size(0), 1);
  CHECK_EQUAL(omp_get_team_size(1), -1);
  CHECK_EQUAL(omp_in_final(), 0);
  CHECK_EQUAL(omp_get_cancellation(), 0);
  CHECK_EQUAL(omp_get_max_threads(), requested_threads());
  CHECK(omp_get_num_procs() >= 1);
  CHECK(omp_get_thread_limit() >= requested_threads());
  CHECK(omp_get_supported_active_levels() >= 1);
  CHECK(omp_get_max_task_priority() >= 0);
  CHECK_EQUAL(omp_get_num_teams(), 1);
  CHECK_EQUAL(omp_get_team_num(), 0);
  CHECK(omp_get_max_active_levels() >= 1);
  CHECK_EQUAL(omp_get_dynamic(), 0);
  return finish();
}
