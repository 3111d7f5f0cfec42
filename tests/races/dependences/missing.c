// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reader of a variable has no depend clause.
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
#pragma omp task shared(a, seen)
#else
#pragma omp task shared(a, seen) depend(in : a)
#endif
    seen = a;
  }
  return finish(seen);
}
