// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every thread spawns tasks that spawn tasks: the time is that of one inner task of each thread, and its part of an outer one.
#include <omp.h>
#include <stddef.h>

#include "harness.h"

enum { kInner = 16 };

static long timed(int threads, long count) {
#pragma omp parallel
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
  enum { kOuter = 50 };
  long late = 0;
  long done = 0;
#pragma omp parallel
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
