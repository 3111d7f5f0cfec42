// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Singles of inner teams belong to those teams, and a region may be forked from inside a single.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_max_active_levels(2);
  int inner = 0, forked = 0;
#pragma omp parallel num_threads(3)
  for (int lap = 0; lap < 50; lap++) {
#pragma omp parallel num_threads(2)
    {
#pragma omp single nowait
      hit(&inner);
    }
#pragma omp single
    {
#pragma omp parallel num_threads(2)
      hit(&forked);
    }
  }
  CHECK_EQUAL(inner, 150);
  CHECK_EQUAL(forked, 100);
  return finish();
}
