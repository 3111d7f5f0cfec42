// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner teams of different sizes meet at barriers of their own, at different rates, between barriers of the outer team.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_max_active_levels(2);
  int inner_early = 0, outer_early = 0, outer_arrived = 0;
  enum { kLaps = 25 };
#pragma omp parallel num_threads(3)
  for (int lap = 1; lap <= kLaps; lap++) {
    int outer = omp_get_thread_num(), size = 2 + outer, arrived = 0;
#pragma omp parallel num_threads(size)
    for (int episode = 1; episode <= 5 * (outer + 1); episode++) {
      hit(&arrived);
#pragma omp barrier
      if (__atomic_load_n(&arrived, __ATOMIC_RELAXED) < episode * size) hit(&inner_early);
    }
    hit(&outer_arrived);
#pragma omp barrier
    if (__atomic_load_n(&outer_arrived, __ATOMIC_RELAXED) < 3 * lap) hit(&outer_early);
  }
  CHECK_EQUAL(inner_early, 0);
  CHECK_EQUAL(outer_early, 0);
  CHECK_EQUAL(outer_arrived, 3 * kLaps);
  return finish();
}
