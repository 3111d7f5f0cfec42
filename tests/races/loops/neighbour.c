// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An iteration reads what the next one writes.
#include "pair.h"

int main(void) {
  static long a[1001], b[1001];
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1000; ++i) {
#ifdef RACE
    a[i] = a[i + 1] + 1;
#else
    b[i] = a[i + 1] + 1;
#endif
  }
  return finish(a[5] + b[5]);
}
