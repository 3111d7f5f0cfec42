// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_NUM_THREADS=8 OMP_WAIT_POLICY=passive KMP_FORKJOIN_BARRIER_PATTERN=tree,tree
// run: OMP_NUM_THREADS=8 OMP_WAIT_POLICY=passive KMP_FORKJOIN_BARRIER_PATTERN=hyper,hyper
// run: OMP_NUM_THREADS=8 OMP_WAIT_POLICY=passive KMP_FORKJOIN_BARRIER_PATTERN=dist,dist
// In the first region of a team a thread that has just been made wakes others that sleep already (LLVM issue 80664).
#include <omp.h>

#include "check.h"

int main(void) {
  int tasks = 0;
#pragma omp parallel
#pragma omp task shared(tasks)
  hit(&tasks);
  CHECK_EQUAL(tasks, requested_threads());
  return finish();
}
