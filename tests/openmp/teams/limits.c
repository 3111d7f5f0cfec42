// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_NUM_THREADS=8
// thread_limit holds in the league and not behind it.
#include <omp.h>

#include "check.h"

int main(void) {
  int wrong = 0, regions = 0, before = omp_get_thread_limit(), threads = omp_get_max_threads();
  for (int lap = 0; lap < 5; lap++) {
#pragma omp teams num_teams(1) thread_limit(2)
#pragma omp parallel num_threads(4)
    {
      hit(&regions);
      if (omp_get_thread_limit() != 2 || omp_get_num_threads() > 2 || omp_get_level() != 1) hit(&wrong);
      omp_set_num_threads(3);
    }
    if (omp_get_thread_limit() != before || omp_get_max_threads() != threads) hit(&wrong);
  }
  CHECK_EQUAL(wrong, 0);
  CHECK(regions >= 5 && regions <= 10);
  return finish();
}
