// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that come to single constructs with copyprivate in a region that another one cancels: the block runs once, all that come there have its
// data, tasks that they make then do not outlive the region, and the barriers of the next region wait for all.
// Both peers wait for the thread that has left.
// peers: none
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=5 OMP_CANCELLATION=true OMP_WAIT_POLICY=PASSIVE
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true MUSTER_BARRIER=linear
// run: OMP_NUM_THREADS=4 OMP_CANCELLATION=true MUSTER_BARRIER=linear
// run: OMP_NUM_THREADS=3 OMP_CANCELLATION=true MUSTER_BARRIER=central
// run: OMP_NUM_THREADS=8 OMP_CANCELLATION=true MUSTER_BARRIER=tree
// run: OMP_NUM_THREADS=3 OMP_CANCELLATION=true MUSTER_BARRIER=hyper
// run: OMP_NUM_THREADS=4 OMP_CANCELLATION=true MUSTER_BARRIER=hybrid
// run: OMP_NUM_THREADS=4 OMP_CANCELLATION=true MUSTER_BARRIER=dissemination
#include <omp.h>

#include "check.h"

enum { kRounds = 300, kLaps = 3, kBarriers = 6, kWords = 16 };

typedef struct {
  int words[kWords];
} Data;

static int runs_now;

static void cancelled_region(int size, int who) {
  int blocks[kLaps] = {0}, wrong = 0, late = 0;
  __atomic_store_n(&runs_now, 1, __ATOMIC_RELAXED);
#pragma omp parallel num_threads(size)
  {
    int me = omp_get_thread_num();
    Data data = {{0}};
    if (me == who) {
      work(200);
#pragma omp cancel parallel
    }
    for (int lap = 0; lap < kLaps; lap++) {
      work(40 * ((me + lap) % 3));
#pragma omp single copyprivate(data)
      {
        hit(&blocks[lap]);
        for (int i = 0; i < kWords; i++) data.words[i] = lap + i;
      }
      for (int i = 0; i < kWords; i++) {
        if (data.words[i] != lap + i) hit(&wrong);
      }
#pragma omp task shared(late)
      if (!__atomic_load_n(&runs_now, __ATOMIC_RELAXED)) hit(&late);
    }
#pragma omp barrier
  }
  __atomic_store_n(&runs_now, 0, __ATOMIC_RELAXED);
  for (int lap = 0; lap < kLaps; lap++) CHECK(blocks[lap] <= 1);
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(late, 0);
}

static void whole_region(int size, int slow) {
  int came[kBarriers] = {0}, early = 0;
#pragma omp parallel num_threads(size)
  for (int n = 0; n < kBarriers; n++) {
    if (omp_get_thread_num() == slow) work(3000);
    hit(&came[n]);
#pragma omp barrier
    if (__atomic_load_n(&came[n], __ATOMIC_RELAXED) != size) hit(&early);
  }
  CHECK_EQUAL(early, 0);
}

int main(void) {
  if (!omp_get_cancellation()) skip("OMP_CANCELLATION=true did not set the ICV");
  int size = requested_threads();
  for (int round = 0; round < kRounds; round++) {
    cancelled_region(size, round % size);
    whole_region(size, (round / 3) % size);
  }
  return finish();
}
