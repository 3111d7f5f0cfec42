// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The data of many tasks lies where that of others was; one task too many shares.
#include "pair.h"

int main(void) {
  long results[400], last = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 400; ++i) {
    long data[8] = {i, i, i, i, i, i, i, i};
#pragma omp task shared(results, last) firstprivate(i, data)
    {
      data[i % 8] += 1;
      results[i] = data[(i + 1) % 8];
#ifdef RACE
      last = i;
#endif
    }
    if (i % 50 == 0) usleep(300);
  }
  return finish(results[399] + last);
}
