// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads share a block of the heap that each should have had for itself.
#include "pair.h"

#include <stdlib.h>
int main(void) {
  long sum = 0;
  long* shared = (long*)malloc(sizeof(long));
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
#ifdef RACE
    long* mine = shared;
#else
    long* mine = (long*)malloc(sizeof(long));
#endif
    *mine = omp_get_thread_num();
    sum += *mine;
#ifndef RACE
    free(mine);
#endif
  }
  free(shared);
  return finish(sum);
}
