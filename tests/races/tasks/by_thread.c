// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks keep a count for each thread, and read it whole while others write.
#include "pair.h"

int main(void) {
  static long counts[4][8];
  long sum = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 32; ++i) {
#pragma omp task shared(counts, sum)
    {
      usleep(100);
      counts[omp_get_thread_num()][0] += 1;
#ifdef RACE
      long all = 0;
      for (int t = 0; t < 4; ++t) all += counts[t][0];
#pragma omp atomic write
      sum = all;
#endif
    }
  }
  for (int t = 0; t < 4; ++t) sum += counts[t][0];
  return finish(sum);
}
