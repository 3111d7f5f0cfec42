// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks with dependences in a team of one thread: the second one's name another variable.
// modes: deep (one thread runs both)
#include "pair.h"

int main(void) {
  long a = 0, b = 0;
#pragma omp parallel num_threads(1)
  {
#pragma omp task shared(a) depend(out : a)
    a = 1;
#ifdef RACE
#pragma omp task shared(a) depend(inout : b)
#else
#pragma omp task shared(a) depend(inout : a)
#endif
    a += 1;
  }
  return finish(a + b);
}
