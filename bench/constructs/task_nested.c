// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every thread spawns tasks that spawn tasks: the time is that of one inner task of each thread, and its part of an outer one.
#include "task_nested.h"

#include <stddef.h>

static long timed(int threads, long count) {
#pragma omp parallel
  for (long i = 0; i < count; i += kInner) {
#pragma omp task
    run_outer_task();
  }
  return bench_ticks(threads);
}

static const char* check(int threads) {
  enum { kOuter = 50 };
  long late = 0;
  long done = 0;
#pragma omp parallel
  for (int i = 0; i < kOuter; ++i) {
#pragma omp task shared(late, done)
    check_outer_task(&late, &done);
  }
  return late != 0 || done != (long)threads * kOuter ? "a taskwait inside of a task did not wait for its children"
                                                     : NULL;
}

const struct construct task_nested_construct = {
    .name = "task_nested",
    .title = "tasks inside of tasks",
    .count_granule = kInner,
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
