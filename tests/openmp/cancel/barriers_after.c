// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of a cancelled region that come to barriers in a function of which the compiler does not know that it is called there. The specification
// does not allow the program that, but what it gets is a region that ends early: tasks that they make then do not outlive it, and the barriers
// of the next region wait for all.
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

enum { kRounds = 300, kBarriers = 6 };

static int runs_now, late;

__attribute__((noinline)) static void meet(void) {
#pragma omp barrier
}

__attribute__((noinline)) static void make_task(void) {
#pragma omp task
  if (!__atomic_load_n(&runs_now, __ATOMIC_RELAXED)) hit(&late);
}

static void cancelled_region(int size, int who, int barriers) {
  __atomic_store_n(&runs_now, 1, __ATOMIC_RELAXED);
#pragma omp parallel num_threads(size)
  {
    int me = omp_get_thread_num();
    if (me == who) {
      work(200);
#pragma omp cancel parallel
    }
    for (int i = 0; i < barriers; i++) {
      work(40 * ((me + i) % 3));
      meet();
      make_task();
    }
#pragma omp barrier
  }
  __atomic_store_n(&runs_now, 0, __ATOMIC_RELAXED);
}

static void whole_region(int size, int slow) {
  int came[kBarriers] = {0}, early = 0;
#pragma omp parallel num_threads(size)
  for (int n = 0; n < kBarriers; n++) {
    if (omp_get_thread_num() == slow) work(3000);
    hit(&came[n]);
    meet();
    if (__atomic_load_n(&came[n], __ATOMIC_RELAXED) != size) hit(&early);
  }
  CHECK_EQUAL(early, 0);
  CHECK_EQUAL(late, 0);
}

int main(void) {
  if (!omp_get_cancellation()) skip("OMP_CANCELLATION=true did not set the ICV");
  int size = requested_threads();
  for (int round = 0; round < kRounds; round++) {
    cancelled_region(size, round % size, round % kBarriers);
    whole_region(size, (round / 3) % size);
  }
  return finish();
}
