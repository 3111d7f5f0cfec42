// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A false if clause makes an inactive region of one thread that still counts as a level.
#include <omp.h>

#include "check.h"

static void check_region(int condition) {
  int threads = 0;
#pragma omp parallel if (condition) num_threads(3)
  {
    hit(&threads);
    CHECK_EQUAL(omp_get_num_threads(), condition ? 3 : 1);
    CHECK_EQUAL(omp_get_level(), 1);
    CHECK_EQUAL(omp_get_active_level(), condition ? 1 : 0);
    CHECK_EQUAL(omp_in_parallel(), condition ? 1 : 0);
    if (!condition) CHECK_EQUAL(omp_get_thread_num(), 0);
  }
  CHECK_EQUAL(threads, condition ? 3 : 1);
  CHECK_EQUAL(omp_get_level(), 0);
}

int main(void) {
  for (int i = 0; i < 50; i++) check_region(i % 3 != 0);

  // An inactive region inside an active one, and the other way round.
  omp_set_max_active_levels(2);
  int inner = 0;
#pragma omp parallel num_threads(2)
#pragma omp parallel if (omp_get_max_threads() < 0) num_threads(4)
  {
    CHECK_EQUAL(omp_get_level(), 2);
    CHECK_EQUAL(omp_get_active_level(), 1);
    CHECK_EQUAL(omp_get_team_size(1), 2);
    hit(&inner);
  }
  CHECK_EQUAL(inner, 2);
#pragma omp parallel if (inner < 0)
#pragma omp parallel num_threads(4)
  {
    CHECK_EQUAL(omp_get_level(), 2);
    CHECK_EQUAL(omp_get_active_level(), 1);
    CHECK_EQUAL(omp_get_num_threads(), 4);
    CHECK_EQUAL(omp_get_team_size(1), 1);
    hit(&inner);
  }
  CHECK_EQUAL(inner, 6);
  return finish();
}
