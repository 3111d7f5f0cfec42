// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Short tasks ask for their thread's number and then use what is everybody's: that shows only if different threads run them.
// modes: deep (one thread is likely to run all)
#include "pair.h"

int main(void) {
  static long own[4][8];
  long all = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 8; ++i) {
#pragma omp task shared(all, own)
    {
      own[omp_get_thread_num()][0] += 1;
#ifndef RACE
#pragma omp atomic
#endif
      all += 1;
    }
  }
  return finish(all + own[0][0]);
}
