// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An untied task and what its maker goes on with, in a team of one thread.
// modes: deep (one thread runs both)
#include "pair.h"

int main(void) {
  long a = 0, b = 0;
#pragma omp parallel num_threads(1)
  {
#pragma omp task untied shared(a)
    {
      a = 1;
#pragma omp taskyield
      a += 1;
    }
#ifdef RACE
    a += 3;
#else
    b += 3;
#endif
  }
  return finish(a + b);
}
