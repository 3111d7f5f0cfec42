// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without OMP_CANCELLATION, cancel parallel and its cancellation points have no effect.
#include <omp.h>

#include "check.h"

int main(void) {
  CHECK_EQUAL(omp_get_cancellation(), 0);
  int size = requested_threads(), passed = 0, after_barrier = 0, wrong = 0;
  for (int round = 0; round < 50; round++) {
#pragma omp parallel
    {
      if (omp_get_thread_num() == round % size) {
#pragma omp cancel parallel
      }
      hit(&passed);
#pragma omp barrier
      if (passed < (round + 1) * size) hit(&wrong);
#pragma omp cancellation point parallel
      hit(&after_barrier);
    }
  }
  CHECK_EQUAL(passed, 50 * size);
  CHECK_EQUAL(after_barrier, 50 * size);
  CHECK_EQUAL(wrong, 0);
  return finish();
}
