// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task outside of all parallel regions, which the runtime runs at once.
// modes: deep (one thread runs both)
#include "pair.h"

int main(void) {
  long a = 0, seen;
#pragma omp task shared(a)
  a = 7;
#ifndef RACE
#pragma omp taskwait
#endif
  seen = a;
#pragma omp taskwait
  return finish(seen);
}
