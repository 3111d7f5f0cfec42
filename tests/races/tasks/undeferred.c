// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task is run at once, or only perhaps.
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 8; ++i) {
#ifdef RACE
#pragma omp task shared(a)
#else
#pragma omp task shared(a) if (0)
#endif
    {
      usleep(200);
      a += i;
    }
  }
  return finish(a);
}
