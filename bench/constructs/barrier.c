// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An explicit barrier inside one long region.
#include <omp.h>
#include <sched.h>
#include <stddef.h>

#include "harness.h"

static long timed(int threads, long count) {
#pragma omp parallel
  {
    struct slot* mine = &bench_slots[omp_get_thread_num()];
    for (long i = 0; i < count; ++i) {
      bench_body(mine);
#pragma omp barrier
    }
  }
  return bench_ticks(threads);
}

// Each round one thread dawdles before the barrier. Past it, every thread must be seen in this round, or already in
// the next: nobody can be two rounds ahead, since it would have to pass a barrier without us.
static const char* check(int threads) {
  static long round_of[kMaxThreads];
  const long rounds = 400 / threads + 20;
  bool torn = false;
  for (int i = 0; i < threads; ++i) {
    round_of[i] = 0;
  }
#pragma omp parallel reduction(|| : torn)
  {
    const int me = omp_get_thread_num();
    for (long round = 1; round <= rounds; ++round) {
      if (round % threads == me) {
        sched_yield();
      }
      __atomic_store_n(&round_of[me], round, __ATOMIC_RELAXED);
#pragma omp barrier
      for (int i = 0; i < threads; ++i) {
        const long seen = __atomic_load_n(&round_of[i], __ATOMIC_RELAXED);
        torn = torn || seen < round || seen > round + 1;
      }
    }
  }
  return torn ? "a thread passed the barrier before the whole team had reached it" : NULL;
}

const struct construct barrier_construct = {
    .name = "barrier",
    .title = "barrier",
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
