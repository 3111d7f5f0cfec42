// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As short_dynamic.c, guided; a sum has no reduction clause.
// modes: deep (one thread is likely to run all)
#include "pair.h"

int main(void) {
  long sum = 0;
#ifdef RACE
#pragma omp parallel for num_threads(4) schedule(guided)
#else
#pragma omp parallel for num_threads(4) schedule(guided) reduction(+ : sum)
#endif
  for (int i = 0; i < 40; ++i) sum += i;
  return finish(sum);
}
