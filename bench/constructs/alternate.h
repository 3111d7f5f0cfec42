// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions whose team size alternates between a small and a large one. The time is that of one region, averaged over
// both sizes; a runtime that rebuilds its team at every change pays here.
#pragma once

#include <omp.h>
#include <stddef.h>

#include "harness.h"

static inline void alternate_region(int threads) {
#pragma omp parallel num_threads(threads)
  bench_body(&bench_slots[omp_get_thread_num()]);
}

static inline long alternate_timed(int small, int large, long count) {
  for (long i = 0; i < count; i += 2) {
    alternate_region(small);
    alternate_region(large);
  }
  return bench_ticks(large);
}

static inline const char* alternate_check(int small, int large) {
  enum { kPairs = 50 };
  for (int i = 0; i < large; ++i) {
    bench_slots[i].ticks = 0;
  }
  for (long pair = 1; pair <= kPairs; ++pair) {
    alternate_region(small);
    alternate_region(large);
    for (int i = 0; i < large; ++i) {
      if (bench_slots[i].ticks != (i < small ? 2 : 1) * pair) {
        return "a thread did not run once in every region that it belongs to";
      }
    }
  }
  return NULL;
}
