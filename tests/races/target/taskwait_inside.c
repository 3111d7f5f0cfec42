// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A taskwait in a target region waits for the tasks of the region, and not for those made outside of it.
// compilers: gcc (Clang's code waits for both)
// modes: deep (one thread may run both)
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#ifdef RACE
#pragma omp task shared(a)
    {
      linger();
      a += 1;
    }
#endif
#pragma omp target map(tofrom : a)
    {
#ifndef RACE
#pragma omp task shared(a)
      {
        linger();
        a += 1;
      }
#endif
#pragma omp taskwait
      a += 1;
    }
  }
  return finish(a);
}
