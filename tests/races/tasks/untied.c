// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An untied task yields in the middle of an update.
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 8; ++i) {
#pragma omp task untied shared(a)
    {
      long old = 0;
#ifdef RACE
      old = a;
#pragma omp taskyield
      usleep(200);
      a = old + 1;
#else
#pragma omp taskyield
      usleep(200);
#pragma omp atomic capture
      old = a++;
      (void)old;
#endif
    }
  }
  return finish(a > 0);
}
