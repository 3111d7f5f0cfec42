// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks for the OpenMP test programs: a failed check prints what differed and where, and finish() turns the tally into
// the exit status. Callable from any number of threads at once.
#pragma once

#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

void check_true(int holds, const char* condition, const char* file, int line);
void check_equal(long long actual, long long expected, const char* what, const char* file, int line);
void check_near(double actual, double expected, double tolerance, const char* what, const char* file, int line);

// Exit status of the program: 0 if at least one check was made and none failed. A program that checked nothing fails.
int finish(void);

// Leaves with the status that the drivers report as "skipped", after printing why.
void skip(const char* reason) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#define CHECK(condition) check_true(!!(condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(actual, expected) \
  check_equal((long long)(actual), (long long)(expected), #actual, __FILE__, __LINE__)
#define CHECK_NEAR(actual, expected, tolerance) \
  check_near((double)(actual), (double)(expected), (tolerance), #actual, __FILE__, __LINE__)

// Counts one execution of something; relaxed, because the test reads the count only after a barrier or a join.
static inline void hit(int* counter) { __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED); }

// The n-th number of OMP_NUM_THREADS (a comma-separated list), or `fallback` if there is none.
static inline int requested_threads_at(int level, int fallback) {
  const char* text = getenv("OMP_NUM_THREADS");
  while (text && level-- > 0) {
    while (*text && *text != ',') text++;
    if (*text) text++;
  }
  return text && *text ? atoi(text) : fallback;
}

static inline int requested_threads(void) { return requested_threads_at(0, 1); }

// Whether the program is interpreted by an emulator, which is slow and has threads and memory of its own.
static inline int emulated(void) { return getenv("TEST_EMULATED") != NULL; }

// A delay that differs from call to call, to move threads apart; about `amount` times 2 ns of plain work.
static inline void work(unsigned amount) {
  for (volatile unsigned i = 0; i < amount; i = i + 1) {
  }
}
