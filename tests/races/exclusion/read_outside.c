// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable is written in a critical section and read outside of it.
#include "pair.h"

int main(void) {
  long sum = 0, seen[4];
#pragma omp parallel num_threads(4)
  {
    const int me = omp_get_thread_num();
#ifdef RACE
    seen[me] = sum;
#endif
#pragma omp critical
    {
      sum += 1;
      seen[me] = sum;
    }
  }
  return finish(sum + seen[0]);
}
