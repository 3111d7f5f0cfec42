// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_NUM_THREADS=8
// Clang's code has the teams of a league side by side: with thread_limit, too, they have no more threads together than there are CPUs. GCC's has one
// team after another, each of which may have all that the clause says.
#include <omp.h>

#include "check.h"

int main(void) {
  int wrong = 0, regions = 0;
  const int cpus = omp_get_num_procs();
  for (int teams = 2; teams <= 4; teams++) {
#pragma omp teams num_teams(teams) thread_limit(4) shared(wrong, regions)
#pragma omp parallel
    {
#ifdef __clang__
      const int most = cpus / omp_get_num_teams() > 1 ? cpus / omp_get_num_teams() : 1;
#else
      const int most = 4;
#endif
      if (omp_get_num_threads() > (most < 4 ? most : 4)) hit(&wrong);
      if (omp_get_thread_num() == 0) hit(&regions);
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(regions, 2 + 3 + 4);
  return finish();
}
