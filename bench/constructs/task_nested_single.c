// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread spawns tasks that spawn tasks, all run them: the time is that of one inner task and its part of an outer one.
#include "task_nested.h"

#include <stddef.h>

static long timed(int threads, long count) {
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < count; i += kInner) {
#pragma omp task
    run_outer_task();
  }
  return bench_ticks(threads);
}

static const char* check(int threads) {
  enum { kOuter = 200 };
  long late = 0;
  long done = 0;
  (void)threads;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kOuter; ++i) {
#pragma omp task shared(late, done)
    check_outer_task(&late, &done);
  }
  if (late != 0) {
    return "a taskwait inside of a task did not wait for its children";
  }
  return done == kOuter ? NULL : "a task did not run exactly once before the end of the region";
}

const struct construct task_nested_single_construct = {
    .name = "task_nested_single",
    .title = "tasks in tasks, one thread spawns",
    .count_granule = kInner,
    .serial = true,
    .timed = timed,
    .expected = bench_one_thread_once,
    .check = check,
};
