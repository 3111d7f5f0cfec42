// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A combined parallel for with one iteration a thread.
#include <stddef.h>

#include "harness.h"

static long timed(int threads, long count) {
  for (long i = 0; i < count; ++i) {
#pragma omp parallel for schedule(static)
    for (int j = 0; j < threads; ++j) {
      bench_body(&bench_slots[j]);
    }
  }
  return bench_ticks(threads);
}

static const char* check(int threads) {
  enum { kIterations = 1000 };
  static long visits[kIterations];
  const long loops = 200 / threads + 20;
  for (int j = 0; j < kIterations; ++j) {
    visits[j] = 0;
  }
  for (long loop = 1; loop <= loops; ++loop) {
#pragma omp parallel for schedule(static)
    for (int j = 0; j < kIterations; ++j) {
      visits[j] += 1;
    }
    for (int j = 0; j < kIterations; ++j) {
      if (visits[j] != loop) {
        return "an iteration was not run exactly once";
      }
    }
  }
  return NULL;
}

const struct construct parallel_for_construct = {
    .name = "parallel_for",
    .title = "parallel for",
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
