// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task in a target region names the variable that one outside of it names. They have different parents, so that orders nothing.
// compilers: gcc (in Clang's code they have the same parent)
// modes: deep (one thread may run both)
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(a) depend(inout : a)
    {
      linger();
      a += 1;
    }
#ifndef RACE
#pragma omp taskwait
#endif
#pragma omp target map(tofrom : a)
    {
#pragma omp task shared(a) depend(inout : a)
      a += 1;
    }
  }
  return finish(a);
}
