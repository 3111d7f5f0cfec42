// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every thread spawns a task, and a barrier waits for all of them: the time is that of one task and one barrier.
#include <omp.h>
#include <stddef.h>

#include "harness.h"

static long timed(int threads, long count) {
#pragma omp parallel
  for (long i = 0; i < count; ++i) {
#pragma omp task
    bench_body(&bench_slots[omp_get_thread_num()]);
#pragma omp barrier
  }
  return bench_ticks(threads);
}

static const char* check(int threads) {
  const long rounds = 400 / threads + 20;
  long done = 0;
  bool torn = false;
#pragma omp parallel reduction(|| : torn)
  for (long round = 1; round <= rounds; ++round) {
#pragma omp task shared(done)
    __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
#pragma omp barrier
    const long seen = __atomic_load_n(&done, __ATOMIC_RELAXED);
    torn = torn || seen < threads * round || seen > threads * (round + 1);
  }
  return torn ? "a barrier did not wait for the tasks of all threads" : NULL;
}

const struct construct task_barrier_construct = {
    .name = "task_barrier",
    .title = "task and barrier",
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
