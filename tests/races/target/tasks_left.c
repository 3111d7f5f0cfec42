// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that a target region leaves to its end are complete when it is; two of them are ordered by their dependences, or not.
// compilers: gcc (Clang's code calls nothing at the end of the region, so its tasks are those of the code around it)
// modes: deep (the region has one thread)
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp target map(tofrom : a)
  for (int i = 0; i < 2; ++i) {
#ifdef RACE
#pragma omp task shared(a)
#else
#pragma omp task shared(a) depend(inout : a)
#endif
    a += 1;
  }
  a += 1;
  return finish(a);
}
