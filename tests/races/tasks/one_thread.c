// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team of one thread: nothing waits for the task that the value is read from, which on more threads would show.
// modes: deep (one thread runs both)
#include "pair.h"

int main(void) {
  long a = 0, seen = 0;
#pragma omp parallel num_threads(1)
  {
#pragma omp task shared(a)
    a = 7;
#ifndef RACE
#pragma omp taskwait
#endif
    seen = a;
  }
  return finish(seen);
}
