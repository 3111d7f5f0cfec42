// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The teams of a league write one variable.
#include "pair.h"

int main(void) {
  long a[4] = {0};
#pragma omp teams num_teams(4) shared(a)
  {
#ifdef RACE
    a[0] = omp_get_team_num();
#else
    a[omp_get_team_num()] = omp_get_team_num();
#endif
#pragma omp parallel num_threads(2)
    {
#pragma omp masked
      a[omp_get_team_num()] += omp_get_num_threads();
    }
  }
  return finish(a[0]);
}
