// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tasks of a taskloop have the priority of its clause: those of the second loop run first, and those of the first one last.
// peers: none (a hint to them)
// run: OMP_NUM_THREADS=2 OMP_MAX_TASK_PRIORITY=10
#include <omp.h>

#include "check.h"

enum { kEach = 10, kTasks = 3 * kEach };

int main(void) {
  int order[kTasks], next = 0, started = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    // Keeps one thread busy until all tasks have run, so that the other takes them one by one.
#pragma omp task shared(started, next)
    {
      __atomic_store_n(&started, 1, __ATOMIC_RELEASE);
      while (__atomic_load_n(&next, __ATOMIC_ACQUIRE) < kTasks) work(10);
    }
    while (!__atomic_load_n(&started, __ATOMIC_ACQUIRE)) work(10);
#pragma omp taskloop priority(2) grainsize(1) nogroup shared(order, next)
    for (int i = 0; i < kEach; i++) order[__atomic_fetch_add(&next, 1, __ATOMIC_RELEASE)] = 2;
#pragma omp taskloop priority(7) grainsize(1) nogroup shared(order, next)
    for (unsigned long i = 0; i < kEach; i++) order[__atomic_fetch_add(&next, 1, __ATOMIC_RELEASE)] = 7;
#pragma omp taskloop priority(4) grainsize(1) nogroup shared(order, next)
    for (long i = 0; i < kEach; i++) order[__atomic_fetch_add(&next, 1, __ATOMIC_RELEASE)] = 4;
  }
  CHECK_EQUAL(next, kTasks);
  for (int i = 0; i < kTasks; i++) CHECK_EQUAL(order[i], i < kEach ? 7 : i < 2 * kEach ? 4 : 2);
  return finish();
}
