// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A taskwait with a depend clause waits for one of two tasks.
#include "pair.h"

int main(void) {
  long a = 0, b = 0, seen = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp task shared(a) depend(out : a)
    {
      linger();
      a = 1;
    }
#pragma omp task shared(b) depend(out : b)
    {
      linger();
      b = 1;
    }
#pragma omp taskwait depend(in : a)
    seen = a;
#ifdef RACE
    seen += b;
#endif
  }
  return finish(seen);
}
