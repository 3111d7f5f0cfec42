// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host reads what a target task writes, without waiting for it.
#include "pair.h"

int main(void) {
  long a = 0, seen = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target map(tofrom : a) nowait
    {
      usleep(2000);
      a = 1;
    }
#ifdef RACE
    seen = a;
#endif
#pragma omp taskwait
    seen += a;
  }
  return finish(seen);
}
