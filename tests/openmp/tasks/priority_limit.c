// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that makes tasks with a priority faster than they are run does not go on for ever: it runs some itself, as it does with others.
// peers: none
// Why: libgomp keeps as many tasks as are made.
// run: OMP_NUM_THREADS=2 OMP_MAX_TASK_PRIORITY=2
// run: OMP_NUM_THREADS=2 OMP_MAX_TASK_PRIORITY=2 MUSTER_TASK_QUEUE=16
#include <omp.h>

#include "check.h"

enum { kTasks = 20000 };

int main(void) {
  int made = 0, done = 0, most = 0, started = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    // The other thread is busy until all have been made.
#pragma omp task shared(made, started)
    {
      __atomic_store_n(&started, 1, __ATOMIC_RELEASE);
      while (__atomic_load_n(&made, __ATOMIC_ACQUIRE) < kTasks) work(10);
    }
    while (!__atomic_load_n(&started, __ATOMIC_ACQUIRE)) work(10);
    for (int i = 0; i < kTasks; i++) {
#pragma omp task priority(1 + i % 2) shared(done)
      hit(&done);
      __atomic_store_n(&made, i + 1, __ATOMIC_RELEASE);
      int waiting = i + 1 - __atomic_load_n(&done, __ATOMIC_RELAXED);
      if (waiting > most) most = waiting;
    }
  }
  CHECK_EQUAL(done, kTasks);
  CHECK(most <= 256);
  return finish();
}
