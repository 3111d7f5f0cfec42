// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sections outside of all parallel regions, and tasks, add to the copies of one reduction, or a task to the variable itself.
// modes: deep (one thread runs all)
#include "pair.h"

int main(void) {
  static long sum;
#pragma omp sections reduction(task, + : sum)
  {
#pragma omp section
    {
#ifdef RACE
#pragma omp task shared(sum)
#else
#pragma omp task in_reduction(+ : sum)
#endif
      sum += 1;
    }
#pragma omp section
    sum += 2;
#pragma omp section
    sum += 3;
#pragma omp section
    sum += 4;
  }
  return finish(sum);
}
