// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread guards with critical, the others with atomic.
#include "pair.h"

int main(void) {
  long sum = 0;
#pragma omp parallel num_threads(4)
  {
#ifdef RACE
    if (omp_get_thread_num() == 0) {
#pragma omp critical
      sum += 1;
    } else
#endif
    {
#pragma omp atomic
      sum += 1;
    }
  }
  return finish(sum);
}
