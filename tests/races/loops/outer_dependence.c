// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loop over rows is parallel although each row needs the one above.
#include "pair.h"

int main(void) {
  static long a[40][40];
#ifdef RACE
#pragma omp parallel for num_threads(4)
  for (int i = 1; i < 40; ++i)
    for (int j = 0; j < 40; ++j) a[i][j] = a[i - 1][j] + 1;
#else
#pragma omp parallel for num_threads(4)
  for (int j = 0; j < 40; ++j)
    for (int i = 1; i < 40; ++i) a[i][j] = a[i - 1][j] + 1;
#endif
  return finish(a[39][39]);
}
