// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A barrier in a target region waits for the tasks of the region.
// compilers: gcc (Clang takes the barrier for one of the code around the region)
// modes: deep (the region has one thread)
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp target map(tofrom : a)
  {
#pragma omp task shared(a)
    a += 1;
#ifndef RACE
#pragma omp barrier
#endif
    a += 1;
  }
  return finish(a);
}
