// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMP_DISPLAY_ENV tells what schedule(runtime) does in code of GCC where OMP_SCHEDULE is not set.
// compilers: gcc
// peers: none
// Why: libgomp 12 leaves out the device in its display.
// run: OMP_NUM_THREADS=2 OMP_DISPLAY_ENV=true
// stderr-has: ^  \[host\] OMP_SCHEDULE='DYNAMIC'$
#include <omp.h>

#include "check.h"

int main(void) {
  CHECK_EQUAL(omp_get_max_threads(), 2);
  return finish();
}
