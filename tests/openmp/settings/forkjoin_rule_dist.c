// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where there are fewer CPUs, libomp's variables name libomp's choice for default teams of 32 threads and more that do not wait actively.
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
  if (omp_get_num_procs() >= 8) {
    skip("with 8 CPUs or more such a team may have one for each thread, and goes by another rule");
  }
  int members = 0;
#pragma omp parallel reduction(+ : members)
  members += 1;
  CHECK(members >= 1 && members <= omp_get_max_threads());
  return finish();
}
