// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_set_num_threads changes the ICV of the calling task alone, and a clause wins over it for one region only.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_max_active_levels(2);
  omp_set_num_threads(3);
  CHECK_EQUAL(omp_get_max_threads(), 3);

  int threads = 0;
#pragma omp parallel
  {
    hit(&threads);
    CHECK_EQUAL(omp_get_max_threads(), 3);  // inherited
    int wish = omp_get_thread_num() + 2;
    omp_set_num_threads(wish);  // for this implicit task's own regions
    CHECK_EQUAL(omp_get_max_threads(), wish);
#pragma omp barrier
    CHECK_EQUAL(omp_get_max_threads(), wish);
#pragma omp parallel
    CHECK_EQUAL(omp_get_num_threads(), wish);
#pragma omp parallel num_threads(2)
    CHECK_EQUAL(omp_get_num_threads(), 2);
    CHECK_EQUAL(omp_get_max_threads(), wish);
  }
  CHECK_EQUAL(threads, 3);
  CHECK_EQUAL(omp_get_max_threads(), 3);

  threads = 0;
#pragma omp parallel num_threads(5)
  hit(&threads);
  CHECK_EQUAL(threads, 5);
  threads = 0;
#pragma omp parallel
  hit(&threads);
  CHECK_EQUAL(threads, 3);
  return finish();
}
