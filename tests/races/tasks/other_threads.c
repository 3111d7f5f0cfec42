// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread makes a task, and the others read its result before the barrier, or after it.
#include "pair.h"

int main(void) {
  long a = 0, seen[4] = {0};
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    {
#pragma omp task shared(a)
      a = 1;
    }
#ifndef RACE
#pragma omp barrier
#endif
    seen[omp_get_thread_num()] = a;
  }
  return finish(seen[0]);
}
