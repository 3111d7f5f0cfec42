// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two tasks between a first and a last one; one of them writes what belongs to the other.
#include "pair.h"

int main(void) {
  long a = 0, b = 0, c = 0, d = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp task shared(a) depend(out : a)
    a = 1;
#pragma omp task shared(a, b) depend(in : a) depend(out : b)
    {
      linger();
      b = a + 1;
    }
#pragma omp task shared(a, b, c) depend(in : a) depend(out : c)
    {
      linger();
      c = a + 2;
#ifdef RACE
      b = 0;
#endif
    }
#pragma omp task shared(b, c, d) depend(in : b, c)
    d = b + c;
  }
  return finish(d);
}
