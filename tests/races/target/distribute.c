// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A distributed parallel loop adds to a shared sum.
#include "pair.h"

int main(void) {
  long sum = 0;
#ifdef RACE
#pragma omp teams distribute parallel for num_teams(2) thread_limit(2) shared(sum)
#else
#pragma omp teams distribute parallel for num_teams(2) thread_limit(2) reduction(+ : sum)
#endif
  for (int i = 0; i < 200; ++i) sum += i;
  return finish(sum);
}
