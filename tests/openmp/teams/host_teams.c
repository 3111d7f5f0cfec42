// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// teams on the host: each team has a number, forks regions of its own, and distribute shares a loop between the teams.
#include <omp.h>

#include "check.h"

enum { kCount = 100 };

int main(void) {
  static int ran[kCount], inner[kCount];
  int leagues = 0, regions = 0, wrong = 0;
#pragma omp teams num_teams(3) thread_limit(2)
  {
    hit(&leagues);
    int teams = omp_get_num_teams(), team = omp_get_team_num();
    if (teams < 1 || teams > 3 || team < 0 || team >= teams) hit(&wrong);
#pragma omp parallel num_threads(2)
    {
      hit(&regions);
      if (omp_get_num_threads() > 2 || omp_get_team_num() != team) hit(&wrong);
    }
#pragma omp distribute
    for (int i = 0; i < kCount; i++) hit(&ran[i]);
#pragma omp distribute parallel for dist_schedule(static, 10) schedule(dynamic)
    for (int i = 0; i < kCount; i++) hit(&inner[i]);
  }
  CHECK(leagues >= 1 && leagues <= 3);
  CHECK(regions >= leagues && regions <= 2 * leagues);
  CHECK_EQUAL(wrong, 0);
  for (int i = 0; i < kCount; i++) CHECK_EQUAL(ran[i], 1);
  for (int i = 0; i < kCount; i++) CHECK_EQUAL(inner[i], 1);
  CHECK_EQUAL(omp_get_num_teams(), 1);
  return finish();
}
