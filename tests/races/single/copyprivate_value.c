// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each thread writes its copy of a broadcast value, or all write the original.
#include "pair.h"

int main(void) {
  long seen[4], origin = 0;
#pragma omp parallel num_threads(4)
  {
    long mine = 0;
    for (int round = 0; round < 10; ++round) {
#pragma omp single copyprivate(mine)
      mine = round;
      mine += omp_get_thread_num();
#ifdef RACE
      origin = mine;
#endif
    }
    seen[omp_get_thread_num()] = mine;
  }
  return finish(seen[1] + origin);
}
