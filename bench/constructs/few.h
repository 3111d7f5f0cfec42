// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of loops with few long iterations: about as many as threads (--iterations), each of --iteration-ns. The time is that of one loop, its
// work and its barrier included. At best every thread has as many as any other, or one more, and the CPUs share all the work.
#pragma once

#include <omp.h>
#include <stddef.h>

#include "harness.h"
#include "lengths.h"
#include "shared_loop.h"

static inline int few_iterations(int threads) {
  return (int)(bench_lengths.iterations_each * threads + bench_lengths.iterations_more);
}

static inline void few_body(long turns) {
  bench_slots[omp_get_thread_num()].ticks += 1;
  bench_spend(turns);
}

static long few_expected(int threads, long count) { return few_iterations(threads) * count; }

static double few_ideal_us(int threads) {
  const long iterations = few_iterations(threads);
  const double each_us = (double)bench_lengths.iteration_ns * 1e-3;
  const double longest_us = (double)((iterations + threads - 1) / threads) * each_us;
  const double shared_us = (double)iterations * each_us / bench_lanes(threads);
  return longest_us > shared_us ? longest_us : shared_us;
}

#define FEW_PRAGMA(text) _Pragma(#text)

#define FEW_ROW(name_, title_, around_timed, around_check, loop_of_the_team)                                \
  static long name_##_timed(int threads, long count) {                                                      \
    const long turns = bench_turns(bench_lengths.iteration_ns);                                             \
    const int iterations = few_iterations(threads);                                                         \
    around_timed for (long i = 0; i < count; ++i) {                                                         \
      loop_of_the_team for (int j = 0; j < iterations; ++j) { few_body(turns); }                            \
    }                                                                                                       \
    return bench_ticks(threads);                                                                            \
  }                                                                                                         \
  static const char* name_##_check(int threads) {                                                           \
    const int iterations = few_iterations(threads);                                                         \
    const long loops = shared_loop_start_of(iterations, threads);                                           \
    bool torn = false;                                                                                      \
    around_check for (long loop = 1; loop <= loops; ++loop) {                                               \
      loop_of_the_team for (int j = 0; j < iterations; ++j) { shared_loop_visit(j, omp_get_thread_num()); } \
      torn = torn || shared_loop_torn(loop);                                                                \
    }                                                                                                       \
    return shared_loop_verdict(torn, loops);                                                                \
  }                                                                                                         \
  const struct construct name_##_construct = {                                                              \
      .name = #name_,                                                                                       \
      .title = title_,                                                                                      \
      .bodiless = true,                                                                                     \
      .timed = name_##_timed,                                                                               \
      .expected = few_expected,                                                                             \
      .check = name_##_check,                                                                               \
      .ideal_us = few_ideal_us,                                                                             \
  }

// FEW_LOOP(name, title, schedule(...)) defines the construct of that name: loops inside of one long region.
#define FEW_LOOP(name_, title_, clause) \
  FEW_ROW(name_, title_, FEW_PRAGMA(omp parallel), FEW_PRAGMA(omp parallel reduction(|| : torn)), FEW_PRAGMA(omp for clause))

// FEW_REGION(name, title, schedule(...)) likewise: a region for each loop.
#define FEW_REGION(name_, title_, clause) FEW_ROW(name_, title_, , , FEW_PRAGMA(omp parallel for clause))
