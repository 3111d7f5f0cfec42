// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sum of a loop is shared.
#include "pair.h"

int main(void) {
  long sum = 0;
#ifdef RACE
#pragma omp parallel for num_threads(4)
#else
#pragma omp parallel for num_threads(4) reduction(+ : sum)
#endif
  for (int i = 0; i < 100; ++i) sum += i;
  return finish(sum);
}
