// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Beyond max-active-levels-var a region has one thread, and its level counts but not its active level.
#include <omp.h>

#include "check.h"

static int ran;

static void descend(int level, int deepest, int active_levels) {
  if (level > deepest) return;
#pragma omp parallel num_threads(2)
  {
    int active = level < active_levels ? level : active_levels;
    CHECK_EQUAL(omp_get_level(), level);
    CHECK_EQUAL(omp_get_active_level(), active);
    CHECK_EQUAL(omp_get_num_threads(), level <= active_levels ? 2 : 1);
    CHECK_EQUAL(omp_in_parallel(), active_levels > 0);
    if (level > active_levels) CHECK_EQUAL(omp_get_ancestor_thread_num(level), 0);
    hit(&ran);
    descend(level + 1, deepest, active_levels);
  }
}

int main(void) {
  for (int active_levels = 0; active_levels <= 3; active_levels++) {
    omp_set_max_active_levels(active_levels);
    CHECK_EQUAL(omp_get_max_active_levels(), active_levels);
    ran = 0;
    descend(1, 5, active_levels);
    int expected = 0;
    for (int level = 1; level <= 5; level++) expected += 1 << (level < active_levels ? level : active_levels);
    CHECK_EQUAL(ran, expected);
  }
  // A negative value is ignored.
  omp_set_max_active_levels(2);
  omp_set_max_active_levels(-1);
  CHECK_EQUAL(omp_get_max_active_levels(), 2);
  CHECK(omp_get_supported_active_levels() >= 4);
  return finish();
}
