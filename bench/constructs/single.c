// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A single construct inside one long region: choosing one thread, and the implicit barrier.
#include <omp.h>
#include <stddef.h>

#include "harness.h"

static long timed(int threads, long count) {
#pragma omp parallel
  {
    struct slot* mine = &bench_slots[omp_get_thread_num()];
    for (long i = 0; i < count; ++i) {
#pragma omp single
      bench_body(mine);
    }
  }
  return bench_ticks(threads);
}

// One thread alone writes the round's number, and past the implicit barrier all see it, or the next round's.
static const char* check(int threads) {
  const long rounds = 400 / threads + 20;
  long written = 0;
  long executed = 0;
  bool torn = false;
#pragma omp parallel reduction(|| : torn)
  for (long round = 1; round <= rounds; ++round) {
#pragma omp single
    {
      __atomic_fetch_add(&executed, 1, __ATOMIC_RELAXED);
      __atomic_store_n(&written, round, __ATOMIC_RELAXED);
    }
    const long seen = __atomic_load_n(&written, __ATOMIC_RELAXED);
    torn = torn || seen < round || seen > round + 1;
  }
  if (executed != rounds) {
    return "a single block was not run by exactly one thread";
  }
  return torn ? "a thread left a single construct before its block was done" : NULL;
}

const struct construct single_construct = {
    .name = "single",
    .title = "single",
    .serial = true,
    .timed = timed,
    .expected = bench_one_thread_once,
    .check = check,
};
