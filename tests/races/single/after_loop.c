// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread reads the first element, which another one may still be about to write.
// modes: deep (else the thread that wrote it may come to the single construct first)
#include "pair.h"

int main(void) {
  long a[64] = {0}, seen = 0;
#pragma omp parallel num_threads(2)
  {
#ifdef RACE
#pragma omp for schedule(static) nowait
#else
#pragma omp for schedule(static)
#endif
    for (int i = 0; i < 64; ++i) a[i] = i;
#pragma omp single
    seen = a[0];
  }
  return finish(a[5] + seen);
}
