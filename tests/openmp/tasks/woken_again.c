// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that falls asleep while its teammate makes a task, and runs it itself, is woken for the next one. The maker waits for that
// without a taskwait, so the other thread is needed.
// run: OMP_NUM_THREADS=2 KMP_BLOCKTIME=0
// run: OMP_NUM_THREADS=2 KMP_BLOCKTIME=10us
// peers: none (OpenMP promises nothing of the kind)
#include <omp.h>
#include <unistd.h>

#include "check.h"

enum { kLaps = 200 };

int main(void) {
  if (sysconf(_SC_NPROCESSORS_ONLN) < 2) skip("one CPU: nobody is woken where threads have to share");
  int own = 0, met = 0;
#pragma omp parallel
#pragma omp single
  for (int lap = 0; lap < kLaps; lap++) {
    int begun = 0;
    // The other thread is about to fall asleep, sooner or later.
    work(lap % 20 * 200);
#pragma omp task shared(own)
    hit(&own);
#pragma omp taskwait
    usleep(50);
#pragma omp task shared(begun, met)
    {
      __atomic_store_n(&begun, 1, __ATOMIC_RELEASE);
      hit(&met);
    }
    while (__atomic_load_n(&begun, __ATOMIC_ACQUIRE) == 0) work(100);
#pragma omp taskwait
  }
  CHECK_EQUAL(own, kLaps);
  CHECK_EQUAL(met, kLaps);
  return finish();
}
