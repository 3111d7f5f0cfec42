// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An empty parallel region: one fork and one join.
#include <omp.h>
#include <stddef.h>

#include "harness.h"

static long timed(int threads, long count) {
  for (long i = 0; i < count; ++i) {
#pragma omp parallel
    bench_body(&bench_slots[omp_get_thread_num()]);
  }
  return bench_ticks(threads);
}

// In every region each thread number comes exactly once, and the primary sees all that was done when it is over.
static const char* check(int threads) {
  static long visits[kMaxThreads];
  const long regions = 400 / threads + 20;
  for (int i = 0; i < threads; ++i) {
    visits[i] = 0;
  }
  for (long region = 1; region <= regions; ++region) {
    int size = 0;
#pragma omp parallel
    {
      visits[omp_get_thread_num()] += 1;
#pragma omp master
      size = omp_get_num_threads();
    }
    if (size != threads) {
      return "a region did not get the team it asked for";
    }
    for (int i = 0; i < threads; ++i) {
      if (visits[i] != region) {
        return "a thread of the team did not run the region exactly once";
      }
    }
  }
  return NULL;
}

const struct construct parallel_construct = {
    .name = "parallel",
    .title = "parallel",
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
