// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that a team of a league leaves to its end are complete when the league is; two of them are ordered by their dependences, or not.
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp teams distribute num_teams(1) shared(a)
  for (int i = 0; i < 2; ++i) {
#ifdef RACE
#pragma omp task shared(a)
#else
#pragma omp task shared(a) depend(inout : a)
#endif
    a += 1;
  }
  a += 1;
  return finish(a);
}
