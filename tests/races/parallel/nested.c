// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of inner regions share what belongs to the outer one.
#include "pair.h"

int main(void) {
  long sum[2] = {0, 0};
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
    {
#ifdef RACE
      sum[outer] += 1;
#else
#pragma omp atomic
      sum[outer] += 1;
#endif
    }
  }
  return finish(sum[0] + sum[1]);
}
