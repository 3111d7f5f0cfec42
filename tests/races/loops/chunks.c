// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations of neighbouring chunks write one element.
#include "pair.h"

int main(void) {
  static long a[101];
#pragma omp parallel for num_threads(4) schedule(static, 5)
  for (int i = 0; i < 100; ++i) {
#ifdef RACE
    a[i / 2] = i;
#else
    a[i] = i;
#endif
  }
  return finish(a[9]);
}
