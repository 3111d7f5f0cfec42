// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second loop needs of the first what the same thread did, or what any did.
#include "pair.h"

int main(void) {
  static long a[101], b[100];
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 100; ++i) a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 100; ++i) {
#ifdef RACE
      b[i] = i > 0 ? a[i - 1] : 0;
#else
      b[i] = a[i];
#endif
    }
  }
  return finish(b[7]);
}
