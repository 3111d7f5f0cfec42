// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two sections write the same variable.
#include "pair.h"

int main(void) {
  long a = 0, b = 0;
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      linger();
      a = 1;
    }
#pragma omp section
    {
      linger();
#ifdef RACE
      a = 2;
#else
      b = 2;
#endif
    }
  }
  return finish(a + b);
}
