// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tasks inside of a final task are run at once, each before the next.
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#ifdef RACE
#pragma omp task shared(a)
#else
#pragma omp task shared(a) final(1)
#endif
    {
      for (int i = 0; i < 8; ++i) {
#pragma omp task shared(a)
        {
          usleep(200);
          a += i;
        }
      }
#pragma omp taskwait
    }
  }
  return finish(a);
}
