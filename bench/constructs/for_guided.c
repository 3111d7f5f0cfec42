// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside one long region, a guided loop of 64 iterations: handing out work, and the implicit barrier.
#include <omp.h>
#include <stddef.h>

#include "harness.h"
#include "shared_loop.h"

static long timed(int threads, long count) {
#pragma omp parallel
  {
    struct slot* mine = &bench_slots[omp_get_thread_num()];
    for (long i = 0; i < count; ++i) {
#pragma omp for schedule(guided)
      for (int j = 0; j < kSharedIterations; ++j) {
        bench_body(mine);
      }
    }
  }
  return bench_ticks(threads);
}

static long expected(int threads, long count) {
  (void)threads;
  return kSharedIterations * count;
}

static const char* check(int threads) {
  const long loops = shared_loop_start(threads);
  bool torn = false;
#pragma omp parallel reduction(|| : torn)
  for (long loop = 1; loop <= loops; ++loop) {
#pragma omp for schedule(guided)
    for (int j = 0; j < kSharedIterations; ++j) {
      shared_loop_visit(j, omp_get_thread_num());
    }
    torn = torn || shared_loop_torn(loop);
  }
  return shared_loop_verdict(torn, loops);
}

const struct construct for_guided_construct = {
    .name = "for_guided",
    .title = "for guided (64 iterations)",
    .timed = timed,
    .expected = expected,
    .check = check,
};
