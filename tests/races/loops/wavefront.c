// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cell needs its upper and its left neighbour, and waits for one of them.
#include "pair.h"

int main(void) {
  static long a[20][20];
#pragma omp parallel for ordered(2) num_threads(4) schedule(static, 1)
  for (int i = 1; i < 20; ++i)
    for (int j = 1; j < 20; ++j) {
#ifdef RACE
#pragma omp ordered depend(sink : i, j - 1)
#else
#pragma omp ordered depend(sink : i, j - 1) depend(sink : i - 1, j)
#endif
      a[i][j] = a[i - 1][j] + a[i][j - 1] + 1;
#pragma omp ordered depend(source)
    }
  return finish(a[19][19]);
}
