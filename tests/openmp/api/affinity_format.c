// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The affinity format is kept, cut to the buffer with the full length reported, and its fields are replaced.
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

int main(void) {
  char buffer[128];
  omp_set_affinity_format("level %L thread %n of %N");
  CHECK_EQUAL(omp_get_affinity_format(buffer, sizeof buffer), strlen("level %L thread %n of %N"));
  CHECK(strcmp(buffer, "level %L thread %n of %N") == 0);
  CHECK_EQUAL(omp_get_affinity_format(buffer, 6), strlen("level %L thread %n of %N"));
  CHECK(strcmp(buffer, "level") == 0);

  CHECK_EQUAL(omp_capture_affinity(buffer, sizeof buffer, "%L:%n/%N"), 5);
  CHECK(strcmp(buffer, "0:0/1") == 0);
  int wrong = 0;
#pragma omp parallel num_threads(3)
  {
    char mine[64], expected[64];
    size_t length = omp_capture_affinity(mine, sizeof mine, "%{nesting_level}:%{thread_num}/%{num_threads}");
    snprintf(expected, sizeof expected, "1:%d/3", omp_get_thread_num());
    if (length != 5 || strcmp(mine, expected) != 0) hit(&wrong);
    omp_capture_affinity(mine, sizeof mine, NULL);
    snprintf(expected, sizeof expected, "level 1 thread %d of 3", omp_get_thread_num());
    if (strcmp(mine, expected) != 0) hit(&wrong);
  }
  CHECK_EQUAL(wrong, 0);
  int teams = 0;
#pragma omp teams num_teams(2)
#pragma omp parallel num_threads(1)
  {
    char mine[64], expected[64];
    omp_capture_affinity(mine, sizeof mine, "%t/%{num_teams}");
    snprintf(expected, sizeof expected, "%d/%d", omp_get_team_num(), omp_get_num_teams());
    CHECK(strcmp(mine, expected) == 0);
    hit(&teams);
  }
  CHECK(teams >= 1);
  CHECK_EQUAL(omp_capture_affinity(buffer, sizeof buffer, "%.4n|%4n|%%"), 11);
  CHECK(strcmp(buffer, "   0|0   |%") == 0);
  return finish();
}
