// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of exclusion with work: all threads want in, each works --hold-ns inside and --outside-ns before it comes again. The time is that of
// one entry, its work included. At best the next thread is inside at once, or all CPUs always have work.
#pragma once

#include <omp.h>

#include "exclusion.h"
#include "harness.h"
#include "lengths.h"

// The count is a multiple of this. Where a busy machine makes the beginning and the end of a region long, few entries would not outweigh them.
enum { kFewestEntries = 64 };

static inline void contended_work(struct slot* slot, long turns) {
  slot->ticks += 1;
  bench_spend(turns);
}

// What this thread has of `count` entries.
static inline long contended_share(int threads, long count) {
  return count / threads + (omp_get_thread_num() < count % threads ? 1 : 0);
}

static double contended_ideal_us(int threads) {
  const double hold_us = (double)bench_lengths.hold_ns * 1e-3;
  const double all_us = hold_us + (double)bench_lengths.outside_ns * 1e-3;
  const double shared_us = all_us / bench_lanes(threads);
  return hold_us > shared_us ? hold_us : shared_us;
}

// The file defines what excludes: set_up(), tear_down(), work_inside(slot, turns) and visit_inside(state).
#define CONTENDED_CONSTRUCT(id, words)                                                 \
  static long timed(int threads, long count) {                                         \
    const long hold_turns = bench_turns(bench_lengths.hold_ns);                        \
    const long outside_turns = bench_turns(bench_lengths.outside_ns);                  \
    set_up();                                                                          \
    _Pragma("omp parallel") {                                                          \
      struct slot* mine = &bench_slots[omp_get_thread_num()];                          \
      for (long i = contended_share(threads, count); i > 0; --i) {                     \
        work_inside(mine, hold_turns);                                                 \
        bench_spend(outside_turns);                                                    \
      }                                                                                \
    }                                                                                  \
    tear_down();                                                                       \
    return bench_ticks(threads);                                                       \
  }                                                                                    \
  static const char* check(int threads) {                                              \
    const long each = 400 / threads + 20;                                              \
    struct exclusion state = {0};                                                      \
    set_up();                                                                          \
    _Pragma("omp parallel") {                                                          \
      _Pragma("omp barrier") for (long i = 0; i < each; ++i) { visit_inside(&state); } \
    }                                                                                  \
    tear_down();                                                                       \
    return exclusion_verdict(&state, each * threads);                                  \
  }                                                                                    \
  const struct construct id##_construct = {                                            \
      .name = #id,                                                                     \
      .title = words,                                                                  \
      .count_granule = kFewestEntries,                                                 \
      .bodiless = true,                                                                \
      .timed = timed,                                                                  \
      .expected = bench_one_thread_once,                                               \
      .check = check,                                                                  \
      .ideal_us = contended_ideal_us,                                                  \
  }
