// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each of two threads makes a target task, one after the other. That orders nothing between the threads, as a barrier does.
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp parallel num_threads(2) shared(a)
  {
    if (omp_get_thread_num() == 0) {
      a += 1;
#pragma omp target nowait
      linger();
    }
#ifndef RACE
#pragma omp barrier
#endif
    if (omp_get_thread_num() == 1) {
      usleep(100000);
#pragma omp target nowait
      linger();
      a += 1;
    }
  }
  return finish(a);
}
