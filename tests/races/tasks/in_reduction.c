// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks take part in a taskgroup's reduction, but for those that were forgotten.
#include "pair.h"

int main(void) {
  long sum = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#ifdef RACE
#pragma omp taskgroup
#else
#pragma omp taskgroup task_reduction(+ : sum)
#endif
    for (int i = 0; i < 16; ++i) {
#ifdef RACE
#pragma omp task shared(sum)
#else
#pragma omp task in_reduction(+ : sum)
#endif
      {
        usleep(200);
        sum += i;
      }
    }
  }
  return finish(sum);
}
