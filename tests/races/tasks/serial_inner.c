// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks of an inner region that is not active: it has one thread, and ends with a barrier.
// modes: deep (one thread runs all of a region)
#include "pair.h"

static long inner(long from) {
  long sum = 0;
#pragma omp parallel num_threads(2) shared(sum)
  {
    for (int i = 0; i < 4; ++i) {
#pragma omp task shared(sum)
      {
#ifndef RACE
#pragma omp atomic
#endif
        sum += from;
      }
    }
  }
  return sum;
}

int main(void) {
  omp_set_max_active_levels(1);
  long all[2] = {0, 0};
#pragma omp parallel num_threads(2)
  all[omp_get_thread_num()] = inner(omp_get_thread_num());
  return finish(all[0] + all[1]);
}
