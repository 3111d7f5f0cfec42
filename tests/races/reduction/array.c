// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of an array are added up by all threads.
#include "pair.h"

int main(void) {
  long bins[8] = {0};
#ifdef RACE
#pragma omp parallel for num_threads(4)
#else
#pragma omp parallel for num_threads(4) reduction(+ : bins[ : 8])
#endif
  for (int i = 0; i < 100; ++i) bins[i % 8] += i;
  return finish(bins[3]);
}
