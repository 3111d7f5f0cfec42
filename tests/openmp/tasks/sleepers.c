// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that sleep: as many at a time as there are threads, also when there are more of these than CPUs and all idle ones are parked.
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=8 OMP_WAIT_POLICY=PASSIVE
// peers: none (the peers do not promise it)
#include <omp.h>
#include <time.h>

#include "check.h"

static void nap(void) {
  struct timespec duration = {0, 1000000};
  nanosleep(&duration, NULL);
}

int main(void) {
  int size = requested_threads(), inside = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < size; i++) {
    // Leaves when all have come, so it ends only if each has a thread.
#pragma omp task shared(inside)
    {
      hit(&inside);
      while (__atomic_load_n(&inside, __ATOMIC_ACQUIRE) < size) nap();
    }
  }
  CHECK_EQUAL(inside, size);
  return finish();
}
