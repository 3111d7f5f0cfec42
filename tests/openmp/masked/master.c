// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The primary thread, and no other, runs a master region; nobody waits for it.
#include <omp.h>

#include "check.h"

enum { kLaps = 300 };

int main(void) {
  int ran = 0, wrong = 0;
#pragma omp parallel
  for (int lap = 0; lap < kLaps; lap++) {
#pragma omp master
    {
      ran++;
      if (omp_get_thread_num() != 0) hit(&wrong);
    }
  }
  CHECK_EQUAL(ran, kLaps);
  CHECK_EQUAL(wrong, 0);
  omp_set_max_active_levels(2);
  ran = 0;
#pragma omp parallel num_threads(3)
#pragma omp parallel num_threads(2)
#pragma omp master
  hit(&ran);
  CHECK_EQUAL(ran, 3);
#pragma omp master
  ran = 7;
  CHECK_EQUAL(ran, 7);

  // If the primary waits inside for what the others do after the region, they must not be held up.
  int others = 0, size = requested_threads();
#pragma omp parallel
  {
#pragma omp master
    while (__atomic_load_n(&others, __ATOMIC_ACQUIRE) < size - 1) {
    }
    if (omp_get_thread_num() != 0) __atomic_fetch_add(&others, 1, __ATOMIC_RELEASE);
  }
  CHECK_EQUAL(others, size - 1);
  return finish();
}
