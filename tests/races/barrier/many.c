// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After a hundred barriers one is left out.
#include "pair.h"

int main(void) {
  static long a[4], b[4];
#pragma omp parallel num_threads(4)
  {
    const int me = omp_get_thread_num();
    for (int phase = 0; phase < 100; ++phase) {
      a[me] = phase;
#pragma omp barrier
      b[me] = a[3 - me];
#ifdef RACE
      if (phase != 60)
#endif
      {
#pragma omp barrier
      }
    }
  }
  return finish(b[0]);
}
