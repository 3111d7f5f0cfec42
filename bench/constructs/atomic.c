// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An atomic update of one double that all threads contend for, counted as in critical.c. Both compilers inline it, so
// no runtime is involved: a control row, whose distance from 1 is the noise of the whole table.
#include <stddef.h>

#include "harness.h"

static long timed(int threads, long count) {
  (void)threads;
  static _Alignas(kSlotBytes) double sum;
  sum = 0.0;
#pragma omp parallel
  for (long i = 0; i < count; ++i) {
#pragma omp atomic
    sum += 1.0;
  }
  return (long)sum;
}

// timed() verifies every single update already.
static const char* check(int threads) {
  const long count = 1000;
  return timed(threads, count) == threads * count ? NULL : "an atomic update was lost";
}

const struct construct atomic_construct = {
    .name = "atomic",
    .title = "atomic",
    .bodiless = true,
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
