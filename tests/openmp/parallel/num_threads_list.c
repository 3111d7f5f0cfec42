// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMP_NUM_THREADS as a list gives each nesting level its own size; the last one holds for deeper levels.
// run: OMP_NUM_THREADS=3,2 OMP_MAX_ACTIVE_LEVELS=4
// run: OMP_NUM_THREADS=2,3,1 OMP_MAX_ACTIVE_LEVELS=4
// run: OMP_NUM_THREADS=1,4,2 OMP_MAX_ACTIVE_LEVELS=4
#include <omp.h>

#include "check.h"

int main(void) {
  int first = requested_threads_at(0, 1), second = requested_threads_at(1, 1);
  int third = requested_threads_at(2, second);
  int leaves = 0;
  CHECK_EQUAL(omp_get_max_threads(), first);
#pragma omp parallel
  {
    CHECK_EQUAL(omp_get_num_threads(), first);
    CHECK_EQUAL(omp_get_max_threads(), second);
#pragma omp parallel
    {
      CHECK_EQUAL(omp_get_num_threads(), second);
      CHECK_EQUAL(omp_get_max_threads(), third);
#pragma omp parallel
      {
        CHECK_EQUAL(omp_get_num_threads(), third);
        CHECK_EQUAL(omp_get_max_threads(), third);
        hit(&leaves);
      }
    }
  }
  CHECK_EQUAL(leaves, first * second * third);
  return finish();
}
