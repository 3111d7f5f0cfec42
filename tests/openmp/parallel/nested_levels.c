// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four active levels: the level queries know every ancestor's thread number and team size.
#include <omp.h>

#include "check.h"

static int reached;

static void check_ancestors(const int* numbers, const int* sizes, int level) {
  CHECK_EQUAL(omp_get_level(), level);
  CHECK_EQUAL(omp_get_active_level(), level);
  CHECK_EQUAL(omp_get_ancestor_thread_num(0), 0);
  CHECK_EQUAL(omp_get_team_size(0), 1);
  for (int l = 1; l <= level; l++) {
    CHECK_EQUAL(omp_get_ancestor_thread_num(l), numbers[l]);
    CHECK_EQUAL(omp_get_team_size(l), sizes[l]);
  }
  CHECK_EQUAL(omp_get_ancestor_thread_num(level + 1), -1);
  CHECK_EQUAL(omp_get_team_size(level + 1), -1);
  CHECK_EQUAL(omp_get_ancestor_thread_num(-1), -1);
  CHECK_EQUAL(omp_get_team_size(-1), -1);
}

static void descend(const int* numbers_above, const int* sizes, int level) {
  if (level > 4) {
    hit(&reached);
    return;
  }
#pragma omp parallel num_threads(sizes[level])
  {
    int numbers[6];
    for (int l = 0; l < level; l++) numbers[l] = numbers_above[l];
    numbers[level] = omp_get_thread_num();
    CHECK_EQUAL(omp_get_num_threads(), sizes[level]);
    check_ancestors(numbers, sizes, level);
    descend(numbers, sizes, level + 1);
    check_ancestors(numbers, sizes, level);
  }
}

int main(void) {
  omp_set_max_active_levels(4);
  const int numbers[6] = {0};
  // Every width is above one: a team of one thread would not be an active level.
  const int widths[][5] = {{1, 2, 2, 2, 2}, {1, 3, 2, 2, 2}, {1, 2, 3, 2, 3}, {1, 2, 2, 2, 2}};
  for (int w = 0; w < 4; w++) {
    reached = 0;
    descend(numbers, widths[w], 1);
    CHECK_EQUAL(reached, widths[w][1] * widths[w][2] * widths[w][3] * widths[w][4]);
  }
  CHECK_EQUAL(omp_get_level(), 0);
  return finish();
}
