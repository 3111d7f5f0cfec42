// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The index of the inner loop is shared.
#include "pair.h"

int main(void) {
  static long a[30][30];
  int j = 0;
#ifdef RACE
#pragma omp parallel for num_threads(4) shared(j)
#else
#pragma omp parallel for num_threads(4) private(j)
#endif
  for (int i = 0; i < 30; ++i)
    for (j = 0; j < 30; ++j) a[i][j] = i + j;
  return finish(a[29][29]);
}
