// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An unnamed critical section that all threads contend for. Every thread enters `count` times, so the time is that of
// one entry by each thread of the team.
#include <omp.h>

#include "exclusion.h"
#include "harness.h"

static long timed(int threads, long count) {
#pragma omp parallel
  {
    struct slot* mine = &bench_slots[omp_get_thread_num()];
    for (long i = 0; i < count; ++i) {
#pragma omp critical
      bench_body(mine);
    }
  }
  return bench_ticks(threads);
}

static const char* check(int threads) {
  const long each = 400 / threads + 20;
  struct exclusion state = {0};
#pragma omp parallel
  {
#pragma omp barrier
    for (long i = 0; i < each; ++i) {
#pragma omp critical
      exclusion_visit(&state);
    }
  }
  return exclusion_verdict(&state, each * threads);
}

const struct construct critical_construct = {
    .name = "critical",
    .title = "critical",
    .serial = true,
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
