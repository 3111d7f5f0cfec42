// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions that any of the threads cancels anywhere, with constructs of all kinds around; what follows is whole each time.
// peers: libgomp
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=5 OMP_CANCELLATION=true OMP_WAIT_POLICY=PASSIVE
// run: OMP_NUM_THREADS=4 OMP_CANCELLATION=true MUSTER_BARRIER=central
#include <omp.h>

#include "check.h"

enum { kRounds = 120, kCount = 60 };

static void whole_region(int size) {
  int ran = 0, once = 0, last = 0, early = 0;
#pragma omp parallel num_threads(size)
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < kCount; i++) hit(&ran);
#pragma omp single
    hit(&once);
#pragma omp barrier
    if (ran != kCount || once != 1) hit(&early);
#pragma omp for schedule(guided) lastprivate(last)
    for (int i = 0; i < kCount; i++) last = i;
#pragma omp single
    {
#pragma omp task shared(once)
      hit(&once);
    }
    if (once != 2) hit(&early);
  }
  CHECK_EQUAL(early, 0);
  CHECK_EQUAL(last, kCount - 1);
}

static void cancelled_region(int size, int who, int where) {
  int came = 0, passed = 0;
#pragma omp parallel num_threads(size)
  {
    int me = omp_get_thread_num();
    hit(&came);
    if (where == 0 && me == who) {
#pragma omp cancel parallel
    }
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < kCount; i++) work(20);
    if (where == 1 && me == who) {
#pragma omp cancel parallel
    }
#pragma omp barrier
    for (int lap = 0; lap < 3; lap++) {
      if (where == 2 + lap && me == who) {
#pragma omp cancel parallel
      }
#pragma omp for schedule(static, 1)
      for (int i = 0; i < kCount; i++) work(20);
#pragma omp task shared(passed)
      work(50);
#pragma omp barrier
    }
    hit(&passed);
#pragma omp cancellation point parallel
  }
  CHECK_EQUAL(came, size);
  CHECK_EQUAL(passed, where < 5 ? 0 : size);
}

int main(void) {
  if (!omp_get_cancellation()) skip("OMP_CANCELLATION=true did not set the ICV");
  for (int round = 0; round < kRounds; round++) {
    int size = 1 + (round * 7) % requested_threads();
    cancelled_region(size, round % size, round % 6);
    whole_region(requested_threads());
    if (round % 3 == 0) cancelled_region(requested_threads(), round % requested_threads(), (round / 3) % 6);
  }
  return finish();
}
