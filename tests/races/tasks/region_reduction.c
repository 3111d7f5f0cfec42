// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tasks of a region with a task reduction, and a task that has no part in it.
#include "pair.h"

int main(void) {
  long sum = 0, other = 0;
#pragma omp parallel num_threads(4) reduction(task, + : sum)
  {
    for (int i = 0; i < 4; ++i) {
#pragma omp task in_reduction(+ : sum) shared(other)
      {
        usleep(100);
        sum += i;
#ifndef RACE
#pragma omp atomic
#endif
        other += i;
      }
    }
  }
  return finish(sum + other);
}
