// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region with a private array: what it costs that each thread has one, without any value in it.
#include "array.h"

static double values[kElements];

static long timed(int threads, long count) {
  for (long i = 0; i < count; ++i) {
#pragma omp parallel private(values)
    array_use(values, &bench_slots[omp_get_thread_num()]);
  }
  return bench_ticks(threads);
}

// What each thread writes stays its own.
static const char* check(int threads) {
  (void)threads;
  array_fill(values, 1000.0);
  bool torn = false;
#pragma omp parallel private(values) reduction(|| : torn)
  {
    array_fill(values, omp_get_thread_num());
#pragma omp barrier
    torn = !array_has(values, omp_get_thread_num());
  }
  return torn || !array_has(values, 1000.0) ? "a private array was another's" : NULL;
}

const struct construct array_private_construct = {
    .name = "array_private",
    .title = "region, private array",
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
