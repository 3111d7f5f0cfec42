// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second loop reads backwards what the first one wrote, and there is no barrier between them.
#include "pair.h"

int main(void) {
  static long a[100], b[100];
#pragma omp parallel num_threads(4)
  {
#ifdef RACE
#pragma omp for schedule(static) nowait
#else
#pragma omp for schedule(static)
#endif
    for (int i = 0; i < 100; ++i) a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 100; ++i) b[i] = a[99 - i];
  }
  return finish(b[7]);
}
