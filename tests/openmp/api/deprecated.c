// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_set_nested and omp_get_nested, deprecated but in use: true allows nested teams, false ends that.
// flags: -Wno-deprecated-declarations
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_max_active_levels(1);
  CHECK_EQUAL(omp_get_nested(), 0);
  omp_set_nested(1);
  CHECK(omp_get_nested() != 0);
  CHECK(omp_get_max_active_levels() > 1);
  int inner = 0;
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  hit(&inner);
  CHECK_EQUAL(inner, 4);
  omp_set_nested(0);
  CHECK_EQUAL(omp_get_nested(), 0);
  CHECK_EQUAL(omp_get_max_active_levels(), 1);
  inner = 0;
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  hit(&inner);
  CHECK_EQUAL(inner, 2);
  return finish();
}
