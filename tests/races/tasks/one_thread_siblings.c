// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Siblings of a team of one thread add to one variable.
// modes: deep (one thread runs all)
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp parallel num_threads(1)
  for (int i = 0; i < 4; ++i) {
#pragma omp task shared(a)
    {
#ifndef RACE
#pragma omp atomic
#endif
      a += i;
    }
  }
  return finish(a);
}
