// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An undeferred task waits for what it depends on, or has no clause.
#include "pair.h"

int main(void) {
  long a = 0, seen = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp task shared(a) depend(out : a)
    {
      linger();
      a = 1;
    }
#ifdef RACE
#pragma omp task shared(a, seen) if (0)
#else
#pragma omp task shared(a, seen) if (0) depend(in : a)
#endif
    seen = a;
  }
  return finish(seen);
}
