// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region of two threads, each of which forks a region of two: the time is that of the outer region.
#include <omp.h>
#include <stddef.h>

#include "harness.h"

enum { kOuter = 2, kInner = 2 };

static void visit_all(void) {
#pragma omp parallel num_threads(kOuter)
  {
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(kInner)
    bench_body(&bench_slots[outer * kInner + omp_get_thread_num()]);
  }
}

static long timed(int threads, long count) {
  (void)threads;
  omp_set_max_active_levels(2);
  for (long i = 0; i < count; ++i) {
    visit_all();
  }
  return bench_ticks(kOuter * kInner);
}

static long expected(int threads, long count) {
  (void)threads;
  return kOuter * kInner * count;
}

static const char* check(int threads) {
  (void)threads;
  enum { kRegions = 50 };
  bool wrong = false;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(kOuter) reduction(|| : wrong)
  {
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(kInner) reduction(|| : wrong)
    wrong = omp_get_level() != 2 || omp_get_num_threads() != kInner || omp_get_team_size(1) != kOuter ||
            omp_get_ancestor_thread_num(1) != outer;
  }
  if (wrong) {
    return "level, team size or ancestor of a nested region is wrong";
  }
  for (int i = 0; i < kOuter * kInner; ++i) {
    bench_slots[i].ticks = 0;
  }
  for (long region = 1; region <= kRegions; ++region) {
    visit_all();
    for (int i = 0; i < kOuter * kInner; ++i) {
      if (bench_slots[i].ticks != region) {
        return "a thread of a nested team did not run exactly once";
      }
    }
  }
  return NULL;
}

const struct construct nested_construct = {
    .name = "nested",
    .title = "nested 2 x 2",
    .team_size = kOuter,
    .timed = timed,
    .expected = expected,
    .check = check,
};
