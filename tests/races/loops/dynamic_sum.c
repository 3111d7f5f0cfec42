// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop with a dynamic schedule adds to a shared sum.
#include "pair.h"

int main(void) {
  long sum = 0;
#ifdef RACE
#pragma omp parallel for num_threads(4) schedule(dynamic, 1)
#else
#pragma omp parallel for num_threads(4) schedule(dynamic, 1) reduction(+ : sum)
#endif
  for (int i = 0; i < 40; ++i) {
    usleep(100);
    sum += i;
  }
  return finish(sum);
}
