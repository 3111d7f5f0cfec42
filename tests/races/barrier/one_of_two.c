// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop of phases has one barrier where it needs two.
#include "pair.h"

int main(void) {
  long a[4] = {0}, b[4] = {0};
#pragma omp parallel num_threads(4)
  {
    const int me = omp_get_thread_num();
    for (int phase = 0; phase < 10; ++phase) {
      b[me] = a[(me + 1) % 4] + 1;
#pragma omp barrier
      a[me] = b[me];
#ifndef RACE
#pragma omp barrier
#endif
    }
  }
  return finish(a[0]);
}
