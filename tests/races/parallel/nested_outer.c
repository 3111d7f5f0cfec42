// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inner regions of two threads write one variable.
#include "pair.h"

int main(void) {
  long last[2] = {0, 0};
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
#ifdef RACE
    const int mine = 0;
#else
    const int mine = omp_get_thread_num();
#endif
#pragma omp parallel num_threads(2)
    {
#pragma omp masked
      last[mine] = omp_get_ancestor_thread_num(1);
    }
  }
  return finish(last[0] + last[1]);
}
