// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The primary thread spawns tasks while the others work: nobody asks for a task, so it runs what it has made in the end.
#include <omp.h>
#include <stddef.h>

#include "harness.h"

static long timed(int threads, long count) {
#pragma omp parallel
  {
    struct slot* mine = &bench_slots[omp_get_thread_num()];
    if (omp_get_thread_num() == 0) {
      for (long i = 0; i < count; ++i) {
#pragma omp task
        bench_body(&bench_slots[omp_get_thread_num()]);
      }
    } else {
      for (long i = 0; i < count; ++i) {
        bench_body(mine);
      }
    }
  }
  return bench_ticks(threads);
}

static const char* check(int threads) {
  enum { kTasks = 2000 };
  long done = 0;
  (void)threads;
#pragma omp parallel
  if (omp_get_thread_num() == 0) {
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(done)
      __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
    }
  }
  return done == kTasks ? NULL : "a task did not run exactly once before the end of the region";
}

const struct construct task_busy_construct = {
    .name = "task_busy",
    .title = "task, one spawns, others work",
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
