// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Default teams of 32 threads and more that do not wait actively fork and join by dist.
// peers: none (libomp 19 has no such rule)
// run: OMP_NUM_THREADS=32 KMP_SETTINGS=1
// run: OMP_NUM_THREADS=32 OMP_DISPLAY_ENV=verbose
// run: OMP_NUM_THREADS=33,2 KMP_SETTINGS=1
// run: OMP_NUM_THREADS=32 OMP_WAIT_POLICY=PASSIVE KMP_SETTINGS=1
// run: OMP_NUM_THREADS=32 KMP_BLOCKTIME=200 KMP_SETTINGS=1
// stderr-has: KMP_FORKJOIN_BARRIER_PATTERN='dist,dist'
#include <omp.h>

#include "check.h"

int main(void) {
  int members = 0;
#pragma omp parallel reduction(+ : members)
  members += 1;
  CHECK(members >= 1 && members <= omp_get_max_threads());
  return finish();
}
