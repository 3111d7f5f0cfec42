// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All threads spawn empty tasks at once; the barrier that ends the region waits for them. Every thread
// spawns `count`, so the time is that of one task of each thread.
#include <omp.h>
#include <stddef.h>

#include "harness.h"

static long timed(int threads, long count) {
#pragma omp parallel
  for (long i = 0; i < count; ++i) {
#pragma omp task
    bench_body(&bench_slots[omp_get_thread_num()]);
  }
  return bench_ticks(threads);
}

// Every task runs once and sees the value its spawner had then; children are done at their parent's taskwait.
static const char* check(int threads) {
  enum { kTasks = 200 };
  long spawners_right = 0;
#pragma omp parallel reduction(+ : spawners_right)
  {
    long seen[kTasks] = {0};
    for (long i = 0; i < kTasks; ++i) {
#pragma omp task firstprivate(i) shared(seen)
      seen[i] += i + 1;
    }
#pragma omp taskwait
    bool right = true;
    for (long i = 0; i < kTasks; ++i) {
      right = right && seen[i] == i + 1;
    }
    spawners_right += right;
  }
  return spawners_right == threads ? NULL : "a task did not run exactly once before the taskwait";
}

const struct construct task_construct = {
    .name = "task",
    .title = "task, all threads spawn",
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
