// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where there are fewer CPUs, libomp's variables name libomp's choice for other default teams, and what was asked for.
// peers: none (libomp 19 has no such rule)
// run: OMP_NUM_THREADS=8 KMP_SETTINGS=1
// run: OMP_NUM_THREADS=8 OMP_DISPLAY_ENV=verbose
// run: OMP_NUM_THREADS=31 KMP_SETTINGS=1
// run: OMP_NUM_THREADS=32 OMP_WAIT_POLICY=ACTIVE KMP_SETTINGS=1
// run: OMP_NUM_THREADS=32 OMP_WAIT_POLICY=ACTIVE OMP_DISPLAY_ENV=verbose
// run: OMP_NUM_THREADS=32 KMP_BLOCKTIME=infinite KMP_SETTINGS=1
// run: OMP_NUM_THREADS=32 KMP_LIBRARY=turnaround KMP_SETTINGS=1
// run: OMP_THREAD_LIMIT=31 KMP_SETTINGS=1
// run: OMP_NUM_THREADS=32 OMP_THREAD_LIMIT=31 OMP_DISPLAY_ENV=verbose
// run: OMP_NUM_THREADS=32 KMP_HW_SUBSET=1t KMP_SETTINGS=1
// run: OMP_NUM_THREADS=32 KMP_PLACE_THREADS=1t KMP_SETTINGS=1
// run: OMP_NUM_THREADS=32 GOMP_CPU_AFFINITY=0 KMP_SETTINGS=1
// run: OMP_NUM_THREADS=32 KMP_FORKJOIN_BARRIER_PATTERN=hyper,hyper KMP_SETTINGS=1
// run: OMP_NUM_THREADS=32 KMP_FORKJOIN_BARRIER_PATTERN=dissemination KMP_HW_SUBSET=1t KMP_SETTINGS=1
// stderr-has: KMP_FORKJOIN_BARRIER_PATTERN='hyper,hyper'
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
