// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A static worksharing loop with one iteration a thread, inside one long region: its implicit barrier is part of it.
#include <omp.h>
#include <stddef.h>

#include "harness.h"
#include "shared_loop.h"

static long timed(int threads, long count) {
#pragma omp parallel
  for (long i = 0; i < count; ++i) {
#pragma omp for schedule(static)
    for (int j = 0; j < threads; ++j) {
      bench_body(&bench_slots[j]);
    }
  }
  return bench_ticks(threads);
}

static const char* check(int threads) {
  const long loops = shared_loop_start(threads);
  bool torn = false;
#pragma omp parallel reduction(|| : torn)
  for (long loop = 1; loop <= loops; ++loop) {
#pragma omp for schedule(static)
    for (int j = 0; j < kSharedIterations; ++j) {
      shared_loop_visit(j, omp_get_thread_num());
    }
    torn = torn || shared_loop_torn(loop);
  }
  return shared_loop_verdict(torn, loops);
}

const struct construct for_construct = {
    .name = "for",
    .title = "for",
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
