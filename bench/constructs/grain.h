// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks of a grain that --work sets. The time is that of one task with its work, which is arithmetic and the same on all threads; at best it is
// the work over the CPUs that there are.
#pragma once

#include <omp.h>
#include <stddef.h>

#include "harness.h"

static inline void grain_body(long turns) {
  bench_slots[omp_get_thread_num()].ticks += 1;
  for (long turn = 0; turn < turns; ++turn) {
    __asm__ volatile("" ::: "memory");
  }
}

// Tasks of all lengths: most are short, one of 16 is ten times as long, and a few at the end 200 times.
static inline long grain_mixed(long task, long count) {
  enum { kLongOnes = 4, kLong = 200, kPeriod = 16, kLonger = 10 };
  return bench_work * (task + kLongOnes >= count ? kLong : task % kPeriod == 0 ? kLonger : 1);
}

#define GRAIN_CONSTRUCT(id, words)                                                                                   \
  static long timed(int threads, long count) {                                                                       \
    run(count);                                                                                                      \
    return bench_ticks(threads);                                                                                     \
  }                                                                                                                  \
  static const char* check(int threads) {                                                                            \
    enum { kTasks = 1000 };                                                                                          \
    const long before = bench_ticks(threads);                                                                        \
    run(kTasks);                                                                                                     \
    return bench_ticks(threads) - before == kTasks ? NULL                                                            \
                                                   : "a task did not run exactly once before the end of the region"; \
  }                                                                                                                  \
  const struct construct id##_construct = {                                                                          \
      .name = #id,                                                                                                   \
      .title = words,                                                                                                \
      .bodiless = true,                                                                                              \
      .timed = timed,                                                                                                \
      .expected = bench_one_thread_once,                                                                             \
      .check = check,                                                                                                \
  }
