// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that said that they read write.
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 8; ++i) {
#ifdef RACE
#pragma omp task shared(a) depend(in : a)
#else
#pragma omp task shared(a) depend(inout : a)
#endif
    {
      usleep(300);
      a += i;
    }
  }
  return finish(a);
}
