// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks of different priorities are not ordered by them.
#include "pair.h"

int main(void) {
  long a = 0, b = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    for (int i = 0; i < 8; ++i) {
#pragma omp task shared(a) priority(5)
      {
        usleep(200);
#pragma omp atomic
        a += 1;
      }
    }
#ifndef RACE
#pragma omp taskwait
#endif
#pragma omp task shared(a, b) priority(1)
    b = a;
  }
  return finish(b);
}
