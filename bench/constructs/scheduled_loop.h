// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of loops with a schedule, after EPCC's schedbench (Bull, "Measuring Synchronisation and Scheduling Overheads in OpenMP", 1999): inside
// one long region, a loop of 64 iterations; what handing out the work costs, and the implicit barrier.
#pragma once

#include <omp.h>
#include <stddef.h>

#include "harness.h"
#include "shared_loop.h"

static long scheduled_loop_expected(int threads, long count) {
  (void)threads;
  return kSharedIterations * count;
}

#define SCHEDULE_PRAGMA(text) _Pragma(#text)
// SCHEDULED_LOOP(name, title, schedule(...)) defines the construct of that name.
#define SCHEDULED_LOOP(name_, title_, clause)                 \
  static long name_##_timed(int threads, long count) {        \
    SCHEDULE_PRAGMA(omp parallel) {                           \
      struct slot* mine = &bench_slots[omp_get_thread_num()]; \
      for (long i = 0; i < count; ++i) {                      \
        SCHEDULE_PRAGMA(omp for clause)                       \
        for (int j = 0; j < kSharedIterations; ++j) {         \
          bench_body(mine);                                   \
        }                                                     \
      }                                                       \
    }                                                         \
    return bench_ticks(threads);                              \
  }                                                           \
  static const char* name_##_check(int threads) {             \
    const long loops = shared_loop_start(threads);            \
    bool torn = false;                                        \
    SCHEDULE_PRAGMA(omp parallel reduction(|| : torn))        \
    for (long loop = 1; loop <= loops; ++loop) {              \
      SCHEDULE_PRAGMA(omp for clause)                         \
      for (int j = 0; j < kSharedIterations; ++j) {           \
        shared_loop_visit(j, omp_get_thread_num());           \
      }                                                       \
      torn = torn || shared_loop_torn(loop);                  \
    }                                                         \
    return shared_loop_verdict(torn, loops);                  \
  }                                                           \
  const struct construct name_##_construct = {                \
      .name = #name_,                                         \
      .title = title_,                                        \
      .timed = name_##_timed,                                 \
      .expected = scheduled_loop_expected,                    \
      .check = name_##_check,                                 \
  }
