// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that sleeps in a taskwait is woken for tasks that its child makes meanwhile. Two of them wait for each other, so both threads are
// needed.
// run: OMP_NUM_THREADS=2 KMP_BLOCKTIME=0
// run: OMP_NUM_THREADS=2 KMP_BLOCKTIME=1ms
// peers: none (OpenMP promises nothing of the kind, and libgomp's taskwait runs children only)
#include <omp.h>
#include <unistd.h>

#include "check.h"

enum { kLaps = 5 };

static void meet(int* here) {
  hit(here);
  while (__atomic_load_n(here, __ATOMIC_ACQUIRE) < 2) work(100);
}

int main(void) {
  if (sysconf(_SC_NPROCESSORS_ONLN) < 2) skip("one CPU: nobody is woken where threads have to share");
  int met = 0;
#pragma omp parallel
#pragma omp single
  for (int lap = 0; lap < kLaps; lap++) {
    int begun = 0, here = 0;
#pragma omp task shared(begun, here, met)
    {
      __atomic_store_n(&begun, 1, __ATOMIC_RELEASE);
      usleep(20000);
      for (int i = 0; i < 2; i++) {
#pragma omp task shared(here, met)
        {
          meet(&here);
          hit(&met);
        }
      }
#pragma omp taskwait
    }
    // Until the other thread has it.
    while (__atomic_load_n(&begun, __ATOMIC_ACQUIRE) == 0) work(100);
#pragma omp taskwait
  }
  CHECK_EQUAL(met, 2 * kLaps);
  return finish();
}
