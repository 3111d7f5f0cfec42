// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a section has written is read by all without a barrier.
#include "pair.h"

int main(void) {
  long a = 0, b = 0, seen[4];
#pragma omp parallel num_threads(4)
  {
#ifdef RACE
#pragma omp sections nowait
#else
#pragma omp sections
#endif
    {
#pragma omp section
      a = 1;
#pragma omp section
      b = 2;
    }
    seen[omp_get_thread_num()] = a + b;
  }
  return finish(seen[1]);
}
