// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The result of a reduction is read before the barrier that completes it.
#include "pair.h"

int main(void) {
  long sum = 0, seen[4];
#pragma omp parallel num_threads(4)
  {
#ifdef RACE
#pragma omp for reduction(+ : sum) nowait
#else
#pragma omp for reduction(+ : sum)
#endif
    for (int i = 0; i < 100; ++i) sum += i;
    seen[omp_get_thread_num()] = sum;
  }
  return finish(seen[0]);
}
