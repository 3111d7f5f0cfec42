// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data is published by an atomic flag, which orders only if it releases and acquires.
#include "pair.h"

int main(void) {
  long data = 0, got = 0;
  int flag = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      data = 42;
#ifdef RACE
#pragma omp atomic write relaxed
#else
#pragma omp atomic write release
#endif
      flag = 1;
    } else {
      int seen = 0;
      while (seen == 0) {
#ifdef RACE
#pragma omp atomic read relaxed
#else
#pragma omp atomic read acquire
#endif
        seen = flag;
        usleep(10);
      }
      got = data;
    }
  }
  return finish(got);
}
