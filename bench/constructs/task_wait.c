// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every thread spawns a task and waits for it: the time is that of one task and one taskwait of each thread.
#include <omp.h>
#include <stddef.h>

#include "harness.h"

static long timed(int threads, long count) {
#pragma omp parallel
  for (long i = 0; i < count; ++i) {
#pragma omp task
    bench_body(&bench_slots[omp_get_thread_num()]);
#pragma omp taskwait
  }
  return bench_ticks(threads);
}

static const char* check(int threads) {
  (void)threads;
  bool late = false;
#pragma omp parallel reduction(|| : late)
  for (int i = 0; i < 200; ++i) {
    int done = 0;
#pragma omp task shared(done)
    __atomic_store_n(&done, 1, __ATOMIC_RELAXED);
#pragma omp taskwait
    late = late || __atomic_load_n(&done, __ATOMIC_RELAXED) == 0;
  }
  return late ? "a taskwait did not wait for its task" : NULL;
}

const struct construct task_wait_construct = {
    .name = "task_wait",
    .title = "task and taskwait",
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
