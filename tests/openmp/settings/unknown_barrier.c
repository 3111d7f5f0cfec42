// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An unknown name in MUSTER_BARRIER, which is for all uses of barriers, is told once, and the program runs with the usual ones.
// run: OMP_NUM_THREADS=3 MUSTER_BARRIER=turnament
// run: OMP_NUM_THREADS=3 MUSTER_BARRIER=central,turnament
// stderr-lines: 1
// stderr-has: ^OMP: Warning #42: muster: MUSTER_BARRIER: read "turnament", which is not a barrier that this version has; using what is chosen for each use$
// peers: none
#include <omp.h>

#include "check.h"

int main(void) {
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    sum += omp_get_thread_num();
#pragma omp barrier
  }
  CHECK_EQUAL(sum, 3);
  return finish();
}
