// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread reads what its neighbour has written before the barrier, or before there is one.
#include "pair.h"

int main(void) {
  long a[4] = {0}, b[4] = {0};
#pragma omp parallel num_threads(4)
  {
    const int me = omp_get_thread_num();
    a[me] = me;
#ifndef RACE
#pragma omp barrier
#endif
    b[me] = a[(me + 1) % 4];
  }
  return finish(b[0]);
}
