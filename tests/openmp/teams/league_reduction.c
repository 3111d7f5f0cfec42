// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduction clauses of teams: threads that run teams at the same time combine into one variable, by atomics and under a lock, also with a region in each.
// peers: libgomp (libomp makes no more teams than there are CPUs, whatever num_teams says)
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=5
// run: OMP_NUM_THREADS=5 KMP_FORCE_REDUCTION=critical
// run: OMP_NUM_THREADS=5 KMP_FORCE_REDUCTION=atomic
// run: OMP_NUM_THREADS=5 KMP_FORCE_REDUCTION=tree
#include <omp.h>

#include "check.h"

enum { kLaps = 2000, kTeams = 5, kCount = 101 };

typedef struct {
  long sum, count;
} Pair;

static void add(Pair* into, const Pair* from) {
  into->sum += from->sum;
  into->count += from->count;
}

#pragma omp declare reduction(pairs:Pair : add(&omp_out, &omp_in)) initializer(omp_priv = (Pair){0, 0})

int main(void) {
  long of_teams = 0, of_loops = 0;
  double halves = 0;
  Pair both = {0, 0};
  for (int lap = 0; lap < kLaps; ++lap) {
#pragma omp teams num_teams(kTeams) reduction(+ : of_teams)
    of_teams += omp_get_team_num() + 1;
#pragma omp teams distribute reduction(+ : halves) num_teams(kTeams)
    for (int i = 0; i < kCount; ++i) halves += 0.5;
#pragma omp teams distribute reduction(pairs : both) num_teams(kTeams)
    for (int i = 0; i < kCount; ++i) add(&both, &(Pair){i, 1});
  }
  CHECK_EQUAL(of_teams, kLaps * (long)(kTeams * (kTeams + 1) / 2));
  CHECK(halves == 0.5 * kLaps * kCount);
  CHECK_EQUAL(both.sum, kLaps * (long)(kCount * (kCount - 1) / 2));
  CHECK_EQUAL(both.count, kLaps * (long)kCount);
  for (int lap = 0; lap < kLaps / 10; ++lap) {
#pragma omp teams distribute parallel for reduction(+ : of_loops) num_teams(3) thread_limit(2)
    for (int i = 0; i < kCount; ++i) of_loops += i;
  }
  CHECK_EQUAL(of_loops, kLaps / 10 * (long)(kCount * (kCount - 1) / 2));
  return finish();
}
