// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// teams on the host: exactly as many teams as num_teams says, numbered, at level 0, each with regions of its own, twice over.
#include <omp.h>

#include "check.h"

enum { kTeams = 5, kCount = 101 };

static int teams[kTeams], regions[kTeams], chunked[kCount], wrong;

// In a function: these routines may not stand in the teams region itself.
static int outside_of_regions(void) {
  return omp_get_level() == 0 && !omp_in_parallel() && omp_get_thread_num() == 0 && omp_get_thread_limit() <= 2;
}

static void league(void) {
#pragma omp teams num_teams(kTeams) thread_limit(2)
  {
    int team = omp_get_team_num();
    if (omp_get_num_teams() != kTeams || team < 0 || team >= kTeams)
      hit(&wrong);
    else
      hit(&teams[team]);
    if (!outside_of_regions()) hit(&wrong);
#pragma omp parallel num_threads(2)
    {
      if (omp_get_level() != 1 || omp_get_team_num() != team || omp_get_num_teams() != kTeams) hit(&wrong);
#pragma omp master
      hit(&regions[team]);
    }
#pragma omp distribute dist_schedule(static, 4)
    for (int i = 0; i < kCount; i++) {
      hit(&chunked[i]);
      if (i / 4 % kTeams != team) hit(&wrong);
    }
  }
}

int main(void) {
  for (int lap = 1; lap <= 2; lap++) {
    league();
    CHECK_EQUAL(wrong, 0);
    for (int i = 0; i < kTeams; i++) CHECK_EQUAL(teams[i], lap);
    for (int i = 0; i < kTeams; i++) CHECK_EQUAL(regions[i], lap);
    for (int i = 0; i < kCount; i++) CHECK_EQUAL(chunked[i], lap);
  }
  CHECK_EQUAL(omp_get_num_teams(), 1);
  CHECK_EQUAL(omp_get_team_num(), 0);
  long sum = 0;
#pragma omp teams distribute parallel for reduction(+ : sum) num_teams(3)
  for (int i = 0; i < kCount; i++) sum += i;
  CHECK_EQUAL(sum, kCount * (kCount - 1) / 2);
  return finish();
}
