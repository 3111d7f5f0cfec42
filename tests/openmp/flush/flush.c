// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A flag passed with atomics and flushes carries plain data with it, back and forth.
// ThreadSanitizer does not know fences, which a flush is.
// not-under: thread
// run: OMP_NUM_THREADS=2
#include <omp.h>

#include "check.h"

enum { kLaps = 300 };

int main(void) {
  int flag = 0, data = 0, wrong = 0;
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num();
    for (int lap = 0; lap < kLaps; lap++) {
      int turn = 2 * lap + me, seen;
      do {
#pragma omp atomic read
        seen = flag;
      } while (seen != turn);
#pragma omp flush
      if (data != turn) hit(&wrong);
      data = turn + 1;
#pragma omp flush
#pragma omp atomic write
      flag = turn + 1;
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(data, 2 * kLaps);
  return finish();
}
