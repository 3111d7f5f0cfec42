// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// target teams: as many teams as the clause says, each iteration of distribute in one of them, regions inside of each.
#include <omp.h>

#include "check.h"

enum { kTeams = 3, kCount = 60 };

int main(void) {
  int teams[kTeams] = {0}, ran[kCount] = {0}, inner[kCount] = {0}, sum = 0, wrong = 0;
#pragma omp target teams num_teams(kTeams) thread_limit(2) map(tofrom : teams, ran, inner, wrong)
  {
    int team = omp_get_team_num();
    if (omp_get_num_teams() != kTeams || team < 0 || team >= kTeams)
      hit(&wrong);
    else
      hit(&teams[team]);
#pragma omp distribute
    for (int i = 0; i < kCount; i++) hit(&ran[i]);
#pragma omp distribute parallel for dist_schedule(static, 7) schedule(dynamic, 2)
    for (int i = 0; i < kCount; i++) {
      hit(&inner[i]);
      if (omp_get_team_num() != team || omp_get_num_threads() > 2) hit(&wrong);
    }
  }
  CHECK_EQUAL(wrong, 0);
  for (int i = 0; i < kTeams; i++) CHECK_EQUAL(teams[i], 1);
  for (int i = 0; i < kCount; i++) CHECK_EQUAL(ran[i], 1);
  for (int i = 0; i < kCount; i++) CHECK_EQUAL(inner[i], 1);

#pragma omp target teams distribute parallel for reduction(+ : sum) map(tofrom : sum)
  for (int i = 0; i < kCount; i++) sum += i;
  CHECK_EQUAL(sum, kCount * (kCount - 1) / 2);
  return finish();
}
