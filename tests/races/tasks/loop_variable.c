// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tasks of a loop share its variable.
#include "pair.h"

int main(void) {
  long a[16] = {0};
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    static int i;
    for (i = 0; i < 16; ++i) {
#ifdef RACE
#pragma omp task shared(a, i)
#else
#pragma omp task shared(a) firstprivate(i)
#endif
      {
        const int at = i & 15;
#pragma omp atomic write
        a[at] = 1;
      }
      usleep(200);
    }
#pragma omp taskwait
  }
  return finish(a[3]);
}
