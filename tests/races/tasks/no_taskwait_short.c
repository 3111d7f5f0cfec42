// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The maker writes right after it has made a task that does the same.
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(a)
    a += 1;
#ifndef RACE
#pragma omp taskwait
#endif
    a += 1;
  }
  return finish(a);
}
