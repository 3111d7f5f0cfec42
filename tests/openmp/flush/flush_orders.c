// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plain flush keeps Dekker's pattern from seeing both loads stale; flush with acq_rel, acquire, release, and with a list.
// ThreadSanitizer does not know fences, which a flush is.
// not-under: thread
// run: OMP_NUM_THREADS=2
#include <omp.h>

#include "check.h"

enum { kLaps = 2000 };

int main(void) {
  static int first[kLaps], second[kLaps], seen_first[kLaps], seen_second[kLaps];
  int token = 0, payload = 0, stale = 0;
#pragma omp parallel num_threads(2)
  {
    for (int lap = 0; lap < kLaps; lap++) {
      if (omp_get_thread_num() == 0) {
#pragma omp atomic write
        first[lap] = 1;
#pragma omp flush
#pragma omp atomic read
        seen_second[lap] = second[lap];
      } else {
#pragma omp atomic write
        second[lap] = 1;
#pragma omp flush
#pragma omp atomic read
        seen_first[lap] = first[lap];
      }
    }
#pragma omp barrier
    if (omp_get_thread_num() == 0) {
      payload = 42;
#pragma omp flush release
#pragma omp atomic write
      token = 1;
    } else {
      int seen;
      do {
#pragma omp atomic read
        seen = token;
      } while (!seen);
#pragma omp flush acquire
      stale = payload != 42;
#pragma omp flush acq_rel
#pragma omp flush(payload)
    }
  }
  int both_stale = 0;
  for (int lap = 0; lap < kLaps; lap++) both_stale += !seen_first[lap] && !seen_second[lap];
  CHECK_EQUAL(both_stale, 0);
  CHECK_EQUAL(stale, 0);
  return finish();
}
