// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MUSTER_WAIT_STEPS prints for what was decided by a look around all that it depended on, so that it can be decided again (simulate/README.md).
// peers: none
// run: OMP_NUM_THREADS=2 MUSTER_WAIT_STEPS=3
// run: OMP_NUM_THREADS=5 MUSTER_WAIT_STEPS=3
// stderr-has: ^muster: +[0-9]+ times +[0-9]+\.[0-9]{3} ms  [a-z].*: [a-z].* \[threads=[25] .*blocktime_ns=[0-9]+.*\]$
// stderr-has: ^muster: +[0-9]+\.[0-9]{3} ms ago, +[0-9]+\.[0-9] us  [a-z].*: [a-z].* \[threads=[25] .*\]$
#include <omp.h>
#include <unistd.h>

#include "check.h"

enum { kBarriers = 10, kWork_us = 2000 };

int main(void) {
  int passed = 0;
#pragma omp parallel
  for (int i = 0; i < kBarriers; i++) {
    if (omp_get_thread_num() == 0) {
      usleep(kWork_us);
      passed++;
    }
#pragma omp barrier
  }
  CHECK_EQUAL(passed, kBarriers);
  return finish();
}
