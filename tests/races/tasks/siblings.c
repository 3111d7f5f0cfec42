// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sibling tasks write one variable.
#include "pair.h"

int main(void) {
  long a[8] = {0};
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 8; ++i) {
#pragma omp task firstprivate(i) shared(a)
    {
      linger();
#ifdef RACE
      a[0] = i;
#else
      a[i] = i;
#endif
    }
  }
  return finish(a[0]);
}
