// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_display_env prints the block that the specification describes on standard error, with this run's values.
// run: OMP_NUM_THREADS=3 OMP_SCHEDULE=dynamic,4 OMP_DYNAMIC=true
// stderr-has: OPENMP DISPLAY ENVIRONMENT BEGIN
// stderr-has: _OPENMP *= *'2[0-9]{5}'
// stderr-has: OMP_NUM_THREADS *= *'3'
// stderr-has: OMP_SCHEDULE *= *'(monotonic:|nonmonotonic:)?(DYNAMIC|dynamic),4'
// stderr-has: OMP_DYNAMIC *= *'(TRUE|true)'
// stderr-has: OPENMP DISPLAY ENVIRONMENT END
#include <omp.h>

#include "check.h"

int main(void) {
  omp_display_env(0);
  CHECK_EQUAL(omp_get_max_threads(), 3);
  return finish();
}
