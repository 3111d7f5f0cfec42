// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A temporary that ought to be private is shared.
#include "pair.h"

int main(void) {
  long a[64], t = 0;
#ifdef RACE
#pragma omp parallel for num_threads(4) shared(t)
#else
#pragma omp parallel for num_threads(4) private(t)
#endif
  for (int i = 0; i < 64; ++i) {
    t = 3 * i;
    a[i] = t + 1;
  }
  return finish(a[63]);
}
