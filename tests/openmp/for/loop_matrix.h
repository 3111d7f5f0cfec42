// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One schedule over many loops: index types of 32 and 64 bits, signed and unsigned, both directions, several strides,
// bounds at the ends of the types, chunk sizes from 1 to larger than the loop; each as a loop in a region and as a combined
// construct. Every iteration must run exactly once. The including file defines SCHEDULE, which may use the variable `chunk`.
#pragma once

#include <limits.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

enum { kMostIterations = 1000 };

// The counts of the loop under way.
static int executed[kMostIterations];
static int outside;  // iterations that no loop has

#ifndef LARGEST_CHUNK
#define LARGEST_CHUNK INT_MAX
#endif
static const int kChunks[] = {1, 2, 3, 7, 64, 1000, LARGEST_CHUNK};

static void check_executed(const char* loop, long iterations, int chunk) {
  long wrong = outside;
  for (long i = 0; i < kMostIterations; i++) wrong += executed[i] != (i < iterations);
  if (wrong) {
    char what[96];
    snprintf(what, sizeof what, "%s of %ld iterations, chunk %d: wrong counts", loop, iterations, chunk);
    check_equal(wrong, 0, what, __FILE__, __LINE__);
  } else {
    CHECK_EQUAL(wrong, 0);
  }
  memset(executed, 0, sizeof executed);
  outside = 0;
}

static inline void record(unsigned long long number, long iterations) {
  if (number < (unsigned long long)iterations)
    hit(&executed[number]);
  else
    hit(&outside);
}

#define PRAGMA(text) _Pragma(#text)
#define OMP(text)    PRAGMA(omp text)

// Loops that go up by `step` from `first` for `iterations`, and their mirror images that go down.
#define DEFINE_LOOPS(suffix, type, wide)                                                                   \
  static void up_##suffix(type first, type step, long iterations, int chunk) {                             \
    type limit = (type)((wide)first + (wide)step * (wide)iterations);                                      \
    (void)chunk;                                                                                           \
    OMP(parallel) {                                                                                        \
      OMP(for SCHEDULE)                                                                                    \
      for (type i = first; i < limit; i += step) record(((wide)i - (wide)first) / (wide)step, iterations); \
    }                                                                                                      \
    check_executed("up " #type, iterations, chunk);                                                        \
    OMP(parallel for SCHEDULE)                                                                             \
    for (type i = first; i < limit; i += step) record(((wide)i - (wide)first) / (wide)step, iterations);   \
    check_executed("parallel up " #type, iterations, chunk);                                               \
  }                                                                                                        \
  static void down_##suffix(type first, type step, long iterations, int chunk) {                           \
    type limit = (type)((wide)first - (wide)step * (wide)iterations);                                      \
    (void)chunk;                                                                                           \
    OMP(parallel) {                                                                                        \
      OMP(for SCHEDULE)                                                                                    \
      for (type i = first; i > limit; i -= step) record(((wide)first - (wide)i) / (wide)step, iterations); \
    }                                                                                                      \
    check_executed("down " #type, iterations, chunk);                                                      \
    OMP(parallel for SCHEDULE)                                                                             \
    for (type i = first; i > limit; i -= step) record(((wide)first - (wide)i) / (wide)step, iterations);   \
    check_executed("parallel down " #type, iterations, chunk);                                             \
  }

// The arithmetic of the check is unsigned, where wrapping is defined.
DEFINE_LOOPS(int, int, unsigned)
DEFINE_LOOPS(unsigned, unsigned, unsigned)
DEFINE_LOOPS(long_long, long long, unsigned long long)
DEFINE_LOOPS(unsigned_long_long, unsigned long long, unsigned long long)

// GCC 12 hands a downward loop over an unsigned 32-bit index to the runtime with a step of 2^32 minus the real one: no trip.
#if defined(__clang__)
#define DOWN_UNSIGNED down_unsigned
#else
#define DOWN_UNSIGNED(first, step, iterations, chunk) (void)down_unsigned
#endif

static void run_signed(int chunk) {
  static const struct {
    long long first;
    int step, iterations;
  } loops[] = {{0, 1, 0},    {0, 1, 1},  {0, 1, 2},    {0, 1, 7},   {0, 1, 100},    {5, 3, 41},
               {-50, 1, 99}, {-9, 5, 8}, {17, 1, 999}, {-1, 2, 33}, {-1000, 13, 77}};
  for (unsigned l = 0; l < sizeof loops / sizeof *loops; l++) {
    up_int((int)loops[l].first, loops[l].step, loops[l].iterations, chunk);
    down_int((int)loops[l].first, loops[l].step, loops[l].iterations, chunk);
    up_long_long(loops[l].first, loops[l].step, loops[l].iterations, chunk);
    down_long_long(loops[l].first, loops[l].step, loops[l].iterations, chunk);
  }
  up_long_long(40000000000LL, 30000000000LL, 50, chunk);
  down_long_long(-40000000000LL, 30000000000LL, 50, chunk);
}

static void run_unsigned(int chunk) {
  static const int counts[] = {0, 1, 2, 7, 100, 999};
  for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++) {
    up_unsigned(0, 1, counts[c], chunk);
    up_unsigned(3000000000u, 11, counts[c], chunk);
    DOWN_UNSIGNED(3000000000u, 11, counts[c], chunk);
    up_unsigned_long_long(0, 1, counts[c], chunk);
    up_unsigned_long_long(1ull << 63, 1ull << 40, counts[c], chunk);
    down_unsigned_long_long(1ull << 63, 1ull << 40, counts[c], chunk);
  }
}

// The last value of the index, plus the step, is the type's own limit: anything that steps further overflows.
static void run_at_the_ends(int chunk) {
  static const int counts[] = {1, 5, 100, 601};
  for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++) {
    int n = counts[c];
    up_int(INT_MAX - n, 1, n, chunk);
    up_int(INT_MAX - 7 * n, 7, n, chunk);
    down_int(INT_MIN + n, 1, n, chunk);
    down_int(INT_MIN + 7 * n, 7, n, chunk);
    up_int(INT_MIN, 3, n, chunk);
    down_int(INT_MAX, 3, n, chunk);
    up_unsigned(UINT_MAX - 9u * n, 9, n, chunk);
    DOWN_UNSIGNED(9u * n, 9, n, chunk);
    DOWN_UNSIGNED(UINT_MAX, 2, n, chunk);
    up_long_long(LLONG_MAX - 5LL * n, 5, n, chunk);
    down_long_long(LLONG_MIN + 5LL * n, 5, n, chunk);
    up_long_long(LLONG_MIN, 1, n, chunk);
    down_long_long(LLONG_MAX, 1, n, chunk);
    up_unsigned_long_long(ULLONG_MAX - 4ull * n, 4, n, chunk);
    down_unsigned_long_long(4ull * n, 4, n, chunk);
    down_unsigned_long_long(ULLONG_MAX, 1, n, chunk);
  }
}

static inline int run_loop_matrix(void) {
  for (unsigned c = 0; c < sizeof kChunks / sizeof *kChunks; c++) {
    run_signed(kChunks[c]);
    run_unsigned(kChunks[c]);
    run_at_the_ends(kChunks[c]);
  }
  return finish();
}
