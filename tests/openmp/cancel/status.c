// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kmp_get_cancellation_status, libomp's, tells whether the region around the caller is cancelled, without being a cancellation point.
// compilers: clang
// peers: libomp
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=5 OMP_CANCELLATION=true
#include <omp.h>
#include <sched.h>

#include "check.h"

enum { kParallel = 1, kLoop = 2, kTaskgroup = 4 };
int kmp_get_cancellation_status(int construct);
int kmp_get_cancellation_status_(int construct);

int main(void) {
  int size = requested_threads(), ready = 0, early = 0, others = 0, seen = 0;
#pragma omp parallel
  {
    if (kmp_get_cancellation_status(kParallel) != 0) hit(&early);
    hit(&ready);
    if (omp_get_thread_num() == 0) {
      while (__atomic_load_n(&ready, __ATOMIC_ACQUIRE) < size) sched_yield();
#pragma omp cancel parallel
    }
    while (!kmp_get_cancellation_status(kParallel)) sched_yield();
    if (kmp_get_cancellation_status_(kParallel) != 0) hit(&seen);
    if (kmp_get_cancellation_status(kLoop) != 0 || kmp_get_cancellation_status_(kTaskgroup) != 0) hit(&others);
#pragma omp cancellation point parallel
    hit(&early);
  }
  CHECK_EQUAL(early, 0);
  CHECK_EQUAL(seen, size - 1);
  CHECK_EQUAL(others, 0);
  return finish();
}
