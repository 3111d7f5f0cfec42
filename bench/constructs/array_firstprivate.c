// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region with a firstprivate array: each thread begins with a copy.
#include "array.h"

static double values[kElements];

static long timed(int threads, long count) {
  for (long i = 0; i < count; ++i) {
#pragma omp parallel firstprivate(values)
    array_use(values, &bench_slots[omp_get_thread_num()]);
  }
  return bench_ticks(threads);
}

static const char* check(int threads) {
  (void)threads;
  array_fill(values, 1000.0);
  bool torn = false;
#pragma omp parallel firstprivate(values) reduction(|| : torn)
  {
    torn = !array_has(values, 1000.0);
    array_fill(values, omp_get_thread_num());
  }
  return torn || !array_has(values, 1000.0) ? "a firstprivate array has not the values from before the region" : NULL;
}

const struct construct array_firstprivate_construct = {
    .name = "array_firstprivate",
    .title = "region, firstprivate array",
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
