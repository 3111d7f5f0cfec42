// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=5 OMP_WAIT_POLICY=PASSIVE
// Each thread fulfils the events of its neighbour's tasks, then all meet at a barrier.
#include <omp.h>

#include "check.h"

enum { kLaps = 50, kMost = 64 };

static omp_event_handle_t handles[kMost];

int main(void) {
  int size = requested_threads(), ran = 0, wrong = 0;
  static int arrived[kMost];
#pragma omp parallel num_threads(size)
  {
    int me = omp_get_thread_num(), neighbour = (me + 1) % size;
    for (int lap = 1; lap <= kLaps; lap++) {
      omp_event_handle_t event;
      int before = lap;
#pragma omp task detach(event) shared(ran) firstprivate(before)
      {
        if (before != lap) hit(&wrong);
        hit(&ran);
      }
      __atomic_store_n(&handles[me], event, __ATOMIC_RELAXED);
      __atomic_store_n(&arrived[me], lap, __ATOMIC_RELEASE);
      while (__atomic_load_n(&arrived[neighbour], __ATOMIC_ACQUIRE) < lap) {
#pragma omp taskyield
      }
      omp_fulfill_event(handles[neighbour]);
#pragma omp barrier
      if (__atomic_load_n(&ran, __ATOMIC_RELAXED) < lap * size) hit(&wrong);
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(ran, kLaps * size);
  return finish();
}
