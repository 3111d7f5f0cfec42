// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread spawns tasks that spawn tasks, all run them: the time is that of one inner task and its part of an outer one.
#include <omp.h>
#include <stddef.h>

#include "harness.h"

enum { kInner = 16 };

static long timed(int threads, long count) {
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < count; i += kInner) {
#pragma omp task
    {
      for (int inner = 0; inner < kInner; ++inner) {
#pragma omp task
        bench_body(&bench_slots[omp_get_thread_num()]);
      }
#pragma omp taskwait
    }
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
    {
      int mine = 0;
      for (int inner = 0; inner < kInner; ++inner) {
#pragma omp task shared(mine)
        __atomic_fetch_add(&mine, 1, __ATOMIC_RELAXED);
      }
#pragma omp taskwait
      __atomic_fetch_add(&late, __atomic_load_n(&mine, __ATOMIC_RELAXED) != kInner, __ATOMIC_RELAXED);
      __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
    }
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
