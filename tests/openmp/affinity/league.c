// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The teams of a league share the places, and their regions keep to each team's part.
// run: OMP_PLACES={0}:8
// run: OMP_PLACES={0}:8 OMP_PROC_BIND=close KMP_TEAMS_PROC_BIND=spread
// peers: none
// Why: the peers ask the kernel in other ways than the calls that this program takes over.
#include "eight_cpus.h"

#include <omp.h>

#include "check.h"

// Called, because GCC refuses these routines where it sees them in a teams region.
static void check_team(void) {
  int team = omp_get_team_num();
  CHECK_EQUAL(omp_get_num_teams(), 4);
  CHECK_EQUAL(omp_get_place_num(), 2 * team);
  CHECK_EQUAL(omp_get_partition_num_places(), 2);
  CHECK_EQUAL(cpus_of_caller(), 1u << 2 * team);
#pragma omp parallel num_threads(2) proc_bind(close)
  CHECK_EQUAL(cpus_of_caller(), 1u << (2 * team + omp_get_thread_num()));
}

int main(void) {
  int teams = 0;
#pragma omp teams num_teams(4) thread_limit(2)
  {
    check_team();
    hit(&teams);
  }
  CHECK_EQUAL(teams, 4);
  CHECK_EQUAL(omp_get_place_num(), 0);
  CHECK_EQUAL(cpus_of_caller(), 1u);
  return finish();
}
