// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Few short iterations, dealt out as they are wanted, use one temporary.
// modes: deep (one thread is likely to run all)
#include "pair.h"

int main(void) {
  long a[8], t = 0;
#pragma omp parallel for num_threads(4) schedule(dynamic)
  for (int i = 0; i < 8; ++i) {
#ifdef RACE
    t = i;
    a[i] = t;
#else
    a[i] = i;
#endif
  }
  return finish(a[7] + t);
}
