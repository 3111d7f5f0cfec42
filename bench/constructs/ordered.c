// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An ordered block in every iteration of one long loop, iterations dealt out one by one (static,1), so that each block
// has to wait for another thread's. The time is that of one iteration.
#include <omp.h>
#include <sched.h>
#include <stddef.h>

#include "harness.h"

static long timed(int threads, long count) {
#pragma omp parallel for ordered schedule(static, 1)
  for (long i = 0; i < count; ++i) {
#pragma omp ordered
    bench_body(&bench_slots[0]);
  }
  return bench_ticks(threads);
}

static const char* check(int threads) {
  const long iterations = 400 / threads + 100;
  long next = 0;
  bool disordered = false;
#pragma omp parallel for ordered schedule(static, 1) reduction(|| : disordered)
  for (long i = 0; i < iterations; ++i) {
    if (i % 16 == 0) {
      sched_yield();
    }
#pragma omp ordered
    {
      disordered = disordered || next != i;
      next = i + 1;
    }
  }
  return disordered ? "the ordered blocks did not run in the order of the iterations" : NULL;
}

const struct construct ordered_construct = {
    .name = "ordered",
    .title = "ordered",
    .serial = true,
    .timed = timed,
    .expected = bench_one_thread_once,
    .check = check,
};
