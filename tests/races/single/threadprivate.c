// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable that ought to be threadprivate is static.
#include "pair.h"

static long count;
#ifndef RACE
#pragma omp threadprivate(count)
#endif
int main(void) {
  long sum = 0;
  for (int region = 0; region < 3; ++region) {
#pragma omp parallel num_threads(4)
    count += omp_get_thread_num();
  }
#pragma omp parallel num_threads(4) reduction(+ : sum)
  sum += count;
  return finish(sum);
}
