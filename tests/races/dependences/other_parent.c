// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dependences order siblings alone.
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#ifdef RACE
#pragma omp task shared(a)
#else
#pragma omp task shared(a) depend(inout : a)
#endif
    {
#pragma omp task shared(a) depend(inout : a)
      {
        linger();
        a += 1;
      }
#pragma omp taskwait
    }
#pragma omp task shared(a) depend(inout : a)
    {
      linger();
      a += 1;
    }
  }
  return finish(a);
}
