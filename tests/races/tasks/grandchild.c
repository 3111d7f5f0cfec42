// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A taskwait waits for children alone; a taskgroup for their children too.
#include "pair.h"

int main(void) {
  long a = 0, seen = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#ifndef RACE
#pragma omp taskgroup
#endif
    {
#pragma omp task shared(a)
      {
#pragma omp task shared(a)
        {
          linger();
          a = 1;
        }
      }
#ifdef RACE
#pragma omp taskwait
#endif
    }
    seen = a;
  }
  return finish(seen);
}
