// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations of a taskloop in a team of one thread use one temporary.
// modes: deep (one thread runs all)
#include "pair.h"

int main(void) {
  long a[16], t = 0;
#pragma omp parallel num_threads(1)
  {
#ifdef RACE
#pragma omp taskloop num_tasks(4) shared(a, t)
#else
#pragma omp taskloop num_tasks(4) shared(a) private(t)
#endif
    for (int i = 0; i < 16; ++i) {
      t = i;
      a[i] = t;
    }
  }
  return finish(a[15]);
}
