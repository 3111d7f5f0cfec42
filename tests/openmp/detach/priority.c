// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks with an event and a priority: where several wait for a thread, those with higher priority run first, the oldest of equals first.
// peers: none (a hint to them)
// run: OMP_NUM_THREADS=2 OMP_MAX_TASK_PRIORITY=10
#include <omp.h>

#include "check.h"

enum { kTasks = 30 };

static int order[kTasks], next;

static void make(int i) {
  omp_event_handle_t event;
#pragma omp task priority(1 + i % 5) detach(event) firstprivate(i)
  order[__atomic_fetch_add(&next, 1, __ATOMIC_RELEASE)] = i;
  omp_fulfill_event(event);
}

int main(void) {
  int started = 0;
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
    for (int i = 0; i < kTasks; i++) make(i);
  }
  CHECK_EQUAL(next, kTasks);
  for (int i = 1; i < kTasks; i++) {
    const int before = order[i - 1], after = order[i];
    CHECK(before % 5 > after % 5 || (before % 5 == after % 5 && before < after));
  }
  return finish();
}
