// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside one long region, a single construct whose thread gives its array to all others.
#include "array.h"

static long timed(int threads, long count) {
#pragma omp parallel
  {
    struct slot* mine = &bench_slots[omp_get_thread_num()];
    double values[kElements];
    array_fill(values, 0.0);
    for (long i = 0; i < count; ++i) {
#pragma omp single copyprivate(values)
      array_use(values, mine);
    }
  }
  return bench_ticks(threads);
}

static const char* check(int threads) {
  const int rounds = 400 / threads + 20;
  bool torn = false;
#pragma omp parallel reduction(|| : torn)
  {
    double values[kElements];
    for (int round = 0; round < rounds; ++round) {
      array_fill(values, -1.0);
#pragma omp single copyprivate(values)
      array_fill(values, round);
      torn = torn || !array_has(values, round);
    }
  }
  return torn ? "copyprivate did not give a thread the array of the one that ran the block" : NULL;
}

const struct construct array_copyprivate_construct = {
    .name = "array_copyprivate",
    .title = "single, copyprivate array",
    .serial = true,
    .timed = timed,
    .expected = bench_one_thread_once,
    .check = check,
};
