// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region with copyin of a threadprivate array: each thread copies the primary's, and a barrier makes sure that all have.
#include "array.h"

static double values[kElements];
#pragma omp threadprivate(values)

static long timed(int threads, long count) {
  for (long i = 0; i < count; ++i) {
#pragma omp parallel copyin(values)
    array_use(values, &bench_slots[omp_get_thread_num()]);
  }
  return bench_ticks(threads);
}

static const char* check(int threads) {
  (void)threads;
  bool torn = false;
  for (int round = 0; round < 20; ++round) {
    array_fill(values, round);
#pragma omp parallel copyin(values) reduction(|| : torn)
    {
      torn = !array_has(values, round);
#pragma omp barrier
      array_fill(values, -1.0 - omp_get_thread_num());
    }
  }
  return torn ? "copyin did not give a thread the primary's array" : NULL;
}

const struct construct array_copyin_construct = {
    .name = "array_copyin",
    .title = "region, copyin array",
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
