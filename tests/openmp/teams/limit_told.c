// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_NUM_THREADS=4
// run: OMP_NUM_THREADS=4 OMP_THREAD_LIMIT=20
// What omp_get_thread_limit() tells in the teams of a league is the clause, or the limit there was, also where they share the CPUs. In a target
// region inside it is the clause there, which may be as much as the share.
#include <omp.h>

#include "check.h"

int main(void) {
  int wrong = 0, regions = 0;
  const int limit = omp_get_thread_limit();
  for (int teams = 1; teams <= 4; teams++) {
#pragma omp teams num_teams(teams) thread_limit(9) shared(wrong, regions)
#pragma omp parallel
    {
      if (omp_get_thread_limit() != 9) hit(&wrong);
#pragma omp parallel num_threads(2)
      if (omp_get_thread_limit() != 9) hit(&wrong);
      if (omp_get_thread_num() == 0) hit(&regions);
    }
#pragma omp teams num_teams(teams) shared(wrong, limit)
#pragma omp parallel
    if (omp_get_thread_limit() != limit) hit(&wrong);
#pragma omp teams num_teams(teams) shared(wrong, limit)
#pragma omp parallel num_threads(1)
    {
      for (int clause = 1; clause <= 4; clause++) {
#pragma omp target thread_limit(clause) map(tofrom : wrong)
        if (omp_get_thread_limit() != clause) hit(&wrong);
      }
      if (omp_get_thread_limit() != limit) hit(&wrong);
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK(regions >= 4);
  CHECK_EQUAL(omp_get_thread_limit(), limit);
  return finish();
}
