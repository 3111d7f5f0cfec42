// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a taskloop has written is read behind it, and nothing waits.
#include "pair.h"

int main(void) {
  long a[64] = {0}, sum = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#ifdef RACE
#pragma omp taskloop grainsize(4) shared(a) nogroup
#else
#pragma omp taskloop grainsize(4) shared(a)
#endif
    for (int i = 0; i < 64; ++i) {
      usleep(50);
      a[i] = i;
    }
    for (int i = 0; i < 64; ++i) sum += a[i];
  }
  return finish(sum);
}
