// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads write a variable on the stack of the function that began the region.
#include "pair.h"

static void fill(long* to, int n) {
  long sum = 0;
#pragma omp parallel num_threads(4)
  {
#ifdef RACE
    sum += n;
#else
#pragma omp critical
    sum += n;
#endif
  }
  *to = sum;
}
int main(void) {
  long a = 0, b = 0;
  fill(&a, 1);
  fill(&b, 2);
  return finish(a + b);
}
