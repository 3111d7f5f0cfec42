// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of one name exclude each other; regions of different names do not, so one may be entered inside another.
#include <omp.h>

#include "check.h"

enum { kLaps = 5000 };

int main(void) {
  long first = 0, second = 0, both = 0;
#pragma omp parallel
  for (int lap = 0; lap < kLaps; lap++) {
#pragma omp critical(one)
    first++;
#pragma omp critical(two)
    second++;
#pragma omp critical(one)
    {
      first++;
#pragma omp critical(two)
      {
        second++;
#pragma omp critical
        both++;
      }
    }
  }
  CHECK_EQUAL(first, 2L * kLaps * requested_threads());
  CHECK_EQUAL(second, 2L * kLaps * requested_threads());
  CHECK_EQUAL(both, (long)kLaps * requested_threads());

  // A thread inside one name waits for a thread that must enter another: no progress if they were one lock.
  if (requested_threads() > 1) {
    int entered = 0;
#pragma omp parallel
    {
      if (omp_get_thread_num() == 0) {
#pragma omp critical(one)
        while (!__atomic_load_n(&entered, __ATOMIC_ACQUIRE)) {
        }
      } else if (omp_get_thread_num() == 1) {
#pragma omp critical(two)
        __atomic_store_n(&entered, 1, __ATOMIC_RELEASE);
      }
    }
    CHECK_EQUAL(entered, 1);
  }
  return finish();
}
