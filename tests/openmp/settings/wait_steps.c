// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MUSTER_WAIT_STEPS prints at the end what each thread did while it waited, and why: under PASSIVE each wait is a sleep.
// peers: none
// run: OMP_NUM_THREADS=2 OMP_WAIT_POLICY=PASSIVE MUSTER_WAIT_STEPS=3
// run: OMP_NUM_THREADS=5 OMP_WAIT_POLICY=PASSIVE MUSTER_WAIT_STEPS=3
// stderr-has: ^muster: process [0-9]+, thread 0 while it waited:
// stderr-has: ^muster: process [0-9]+, thread 1 while it waited:$
// stderr-has: ^muster: +[0-9]+ times +[0-9]+\.[0-9]{3} ms  parked: the blocktime is 0$
// stderr-has: ^muster: its last 3 steps:$
// stderr-has: ^muster: +[0-9]+\.[0-9]{3} ms ago, +[0-9]+\.[0-9] us  parked: the blocktime is 0$
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
