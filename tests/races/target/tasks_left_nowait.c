// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A wait for a target task is one for the tasks that its region has left, too.
// modes: deep (one thread may run both)
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target map(tofrom : a) nowait
    {
#pragma omp task shared(a)
      {
        linger();
        a += 1;
      }
    }
#ifndef RACE
#pragma omp taskwait
#endif
    a += 1;
  }
  return finish(a);
}
