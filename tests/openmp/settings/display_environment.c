// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMP_DISPLAY_ENV prints the block at the start of the program, verbose with the settings beyond the specification's.
// run: OMP_NUM_THREADS=3,2 OMP_DISPLAY_ENV=true
// run: OMP_NUM_THREADS=3,2 OMP_DISPLAY_ENV=verbose
// stderr-has: OPENMP DISPLAY ENVIRONMENT BEGIN
// stderr-has: _OPENMP *= *'2[0-9]{5}'
// stderr-has: OMP_NUM_THREADS *= *'3,2'
// stderr-has: OMP_SCHEDULE *= *'
// stderr-has: OMP_WAIT_POLICY *= *'
// stderr-has: OMP_THREAD_LIMIT *= *'
// stderr-has: OPENMP DISPLAY ENVIRONMENT END
#include <omp.h>

#include "check.h"

int main(void) {
  CHECK_EQUAL(omp_get_max_threads(), 3);
  return finish();
}
