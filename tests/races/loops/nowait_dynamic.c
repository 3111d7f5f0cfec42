// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second loop reads what the first one wrote, and there is no barrier between them. Dynamic chunks may go to any thread.
// modes: deep (else one thread may run both loops)
#include "pair.h"

int main(void) {
  long a[64] = {0}, b[64];
#pragma omp parallel num_threads(2)
  {
#ifdef RACE
#pragma omp for schedule(dynamic) nowait
#else
#pragma omp for schedule(dynamic)
#endif
    for (int i = 0; i < 64; ++i) a[i] = i;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 64; ++i) b[i] = a[i];
  }
  return finish(a[5] + b[7]);
}
