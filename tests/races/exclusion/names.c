// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two critical sections of different names guard one variable.
#include "pair.h"

int main(void) {
  long sum = 0;
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num() % 2 == 0) {
#pragma omp critical(one)
      sum += 1;
    } else {
#ifdef RACE
#pragma omp critical(other)
#else
#pragma omp critical(one)
#endif
      sum += 2;
    }
  }
  return finish(sum);
}
