// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread reads what the primary wrote in a masked construct, which has no barrier.
// modes: deep (else the primary may come to the single construct first)
#include "pair.h"

int main(void) {
  long a = 0, seen = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp masked
    a = 1;
#ifndef RACE
#pragma omp barrier
#endif
#pragma omp single
    seen = a;
  }
  return finish(a + seen);
}
