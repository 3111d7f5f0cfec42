// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every thread makes tasks that add to one sum.
#include "pair.h"

int main(void) {
  long sum = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp task shared(sum)
    {
#ifndef RACE
#pragma omp critical
#endif
      sum += 1;
    }
  }
  return finish(sum);
}
