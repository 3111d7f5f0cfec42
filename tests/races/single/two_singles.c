// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two single constructs without a barrier between them write one variable.
#include "pair.h"

int main(void) {
  long a = 0, b = 0;
#pragma omp parallel num_threads(4)
  {
    for (int round = 0; round < 20; ++round) {
#pragma omp single nowait
      {
        linger();
        a += 1;
      }
#ifndef RACE
#pragma omp barrier
#endif
#pragma omp single nowait
      {
        linger();
#ifdef RACE
        a += 1;
#else
        b += 1;
#endif
      }
#ifndef RACE
#pragma omp barrier
#endif
    }
  }
  return finish(a + b);
}
