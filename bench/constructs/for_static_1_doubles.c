// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop with schedule(static,1) over doubles beside each other, so that each cache line is written by several threads (false sharing). The time is
// that of one loop, its barrier included; what a runtime has a part in is where its threads run and how it keeps them together.
#include <omp.h>
#include <stddef.h>

#include "harness.h"
#include "shared_loop.h"

enum { kDoubles = 512 };

static _Alignas(kSlotBytes) volatile double values[kDoubles];

static long timed(int threads, long count) {
  (void)threads;
  for (int i = 0; i < kDoubles; ++i) {
    values[i] = 0.0;
  }
#pragma omp parallel
  for (long i = 0; i < count; ++i) {
#pragma omp for schedule(static, 1)
    for (int j = 0; j < kDoubles; ++j) {
      values[j] += 1.0;
    }
  }
  double sum = 0.0;
  for (int i = 0; i < kDoubles; ++i) {
    sum += values[i];
  }
  return (long)sum;
}

static long expected(int threads, long count) {
  (void)threads;
  return kDoubles * count;
}

static const char* check(int threads) {
  const long loops = shared_loop_start(threads);
  bool torn = false;
#pragma omp parallel reduction(|| : torn)
  for (long loop = 1; loop <= loops; ++loop) {
#pragma omp for schedule(static, 1)
    for (int j = 0; j < kSharedIterations; ++j) {
      shared_loop_visit(j, omp_get_thread_num());
    }
    torn = torn || shared_loop_torn(loop);
  }
  return shared_loop_verdict(torn, loops);
}

const struct construct for_static_1_doubles_construct = {
    .name = "for_static_1_doubles",
    .title = "loop over neighbouring doubles, static 1",
    .bodiless = true,
    .timed = timed,
    .expected = expected,
    .check = check,
};
