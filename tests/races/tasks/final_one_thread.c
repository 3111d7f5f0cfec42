// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team of one thread: the children of a final task are run at once, the task itself need not be.
// modes: deep (one thread runs both)
#include "pair.h"

int main(void) {
  long a = 0, b = 0;
#pragma omp parallel num_threads(1)
  {
#pragma omp task shared(a) final(1)
    for (int i = 0; i < 4; ++i) {
#pragma omp task shared(a)
      a += i;
    }
#ifdef RACE
    a += 1;
#else
    b += 1;
#endif
  }
  return finish(a + b);
}
