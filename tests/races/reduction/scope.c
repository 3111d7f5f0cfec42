// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reduction of a scope construct is used behind it without the barrier.
// compilers: gcc (Clang 19 has no scope construct in its code generation)
#include "pair.h"

int main(void) {
  long sum = 0, seen[4];
#pragma omp parallel num_threads(4)
  {
#ifdef RACE
#pragma omp scope reduction(+ : sum) nowait
#else
#pragma omp scope reduction(+ : sum)
#endif
    sum += omp_get_thread_num();
    seen[omp_get_thread_num()] = sum;
  }
  return finish(seen[2]);
}
