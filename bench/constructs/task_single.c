// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread spawns empty tasks, all run them; the barrier that ends the single waits for them. The time is that of one task.
#include <omp.h>
#include <stddef.h>

#include "harness.h"

static long timed(int threads, long count) {
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < count; ++i) {
#pragma omp task
    bench_body(&bench_slots[omp_get_thread_num()]);
  }
  return bench_ticks(threads);
}

static const char* check(int threads) {
  enum { kTasks = 3000 };
  static int seen[kTasks];
  (void)threads;
  bool right = true;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task firstprivate(i)
    __atomic_fetch_add(&seen[i], 1, __ATOMIC_RELAXED);
  }
  for (int i = 0; i < kTasks; ++i) {
    right = right && seen[i] == 1;
    seen[i] = 0;
  }
  return right ? NULL : "a task did not run exactly once before the end of the region";
}

const struct construct task_single_construct = {
    .name = "task_single",
    .title = "task, one thread spawns",
    .serial = true,
    .timed = timed,
    .expected = bench_one_thread_once,
    .check = check,
};
