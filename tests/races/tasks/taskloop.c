// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations of a taskloop share a temporary.
#include "pair.h"

int main(void) {
  long a[64], t = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#ifdef RACE
#pragma omp taskloop grainsize(2) shared(a, t)
#else
#pragma omp taskloop grainsize(2) shared(a) private(t)
#endif
    for (int i = 0; i < 64; ++i) {
      t = i;
      usleep(100);
      a[i] = t;
    }
  }
  return finish(a[63]);
}
