// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A dynamic loop of a team of one thread has all of its iterations once and in order, whatever the chunk, the type and the step, and what one loop
// leaves behind is not the next one's.
// run: OMP_NUM_THREADS=2 OMP_SCHEDULE=dynamic,4 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=2 OMP_SCHEDULE=static,5 OMP_CANCELLATION=true
#include "check.h"

enum { kMost = 37 };

#define PRAGMA(text) _Pragma(#text)
#define CHECK_LOOP(Type, first, below, end, forward, step, clause) \
  do {                                                             \
    int n = 0, wrong = 0;                                          \
    Type last_value = 0;                                           \
    PRAGMA(omp parallel num_threads(1)) {                          \
      PRAGMA(omp for clause lastprivate(last_value))               \
      for (Type i = (first); i below(end); i forward(step)) {      \
        Type expected = (first);                                   \
        expected forward((Type)n*(step));                          \
        wrong += i != expected;                                    \
        n++;                                                       \
        last_value = i;                                            \
      }                                                            \
    }                                                              \
    Type after = last_value;                                       \
    after forward(step);                                           \
    CHECK_EQUAL(wrong, 0);                                         \
    CHECK_EQUAL(n, count);                                         \
    if (count > 0) CHECK_EQUAL(after, (end));                      \
  } while (0)

static void check_schedules(int count) {
  CHECK_LOOP(int, -3, <, -3 + 2 * count, +=, 2, schedule(dynamic));
  CHECK_LOOP(int, 5, >, 5 - 7 * count, -=, 7, schedule(dynamic, 2));
  CHECK_LOOP(long long, -3, <, -3 + 5 * count, +=, 5, schedule(monotonic : dynamic, 3));
  CHECK_LOOP(unsigned long long, 9, <, 9 + 3ull * count, +=, 3, schedule(dynamic, 100));
  CHECK_LOOP(unsigned long long, ~0ull, >, ~0ull - count, -=, 1, schedule(nonmonotonic : dynamic, 4));
  CHECK_LOOP(int, 0, <, count, +=, 1, schedule(runtime));
  CHECK_LOOP(int, 0, <, count, +=, 1, schedule(guided, 3));
  CHECK_LOOP(int, 0, <, count, +=, 1, schedule(static, 4));
}

static int ordered_out_of_turn(void) {
  int next = 0, wrong = 0;
#pragma omp parallel num_threads(1)
#pragma omp for ordered schedule(dynamic, 3)
  for (int i = 0; i < kMost; i++) {
#pragma omp ordered
    {
      wrong += i != next;
      next++;
    }
  }
  return wrong + (next != kMost);
}

// No iteration of the next loop is lost.
static int after_a_cancelled_one(void) {
  int runs = 0;
#pragma omp parallel num_threads(1)
  {
#pragma omp for schedule(dynamic, 2)
    for (int i = 0; i < kMost; i++) {
      if (i == 5) {
#pragma omp cancel for
      }
    }
#pragma omp for schedule(dynamic, 2)
    for (int i = 0; i < kMost; i++) runs++;
  }
  return runs;
}

static void check_all(void) {
  for (int count = 0; count < 6; count++) check_schedules(count);
  check_schedules(kMost);
  CHECK_EQUAL(ordered_out_of_turn(), 0);
  CHECK_EQUAL(after_a_cancelled_one(), kMost);
}

int main(void) {
  check_all();
  // In a serialized region of a larger team.
#pragma omp parallel
  check_all();
  return finish();
}
