// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops after a cancelled one have all of their iterations, whatever the cancelled one has left, in the same region and in later ones.
// libomp 19 ends in an assertion when a dynamic loop is cancelled.
// peers: libgomp
// run: OMP_NUM_THREADS=1 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=5 OMP_CANCELLATION=true
#include "check.h"

enum { kCount = 1000, kRounds = 20 };

static int ran;

static void check_all_ran(void) {
#pragma omp barrier
#pragma omp single
  {
    CHECK_EQUAL(ran, kCount);
    ran = 0;
  }
}

static void loops_that_are_not_cancelled(void) {
#pragma omp for schedule(dynamic)
  for (int i = 0; i < kCount; i++) hit(&ran);
  check_all_ran();
#pragma omp for schedule(dynamic, 7) nowait
  for (int i = 0; i < kCount; i++) hit(&ran);
  check_all_ran();
#pragma omp for schedule(guided)
  for (int i = 0; i < kCount; i++) hit(&ran);
  check_all_ran();
}

#define DIRECTIVE(text) _Pragma(#text)
#define CANCEL_A_LOOP(clause)                     \
  do {                                            \
    DIRECTIVE(omp for clause)                     \
    for (int i = 0; i < kCount; i++) {            \
      DIRECTIVE(omp cancellation point for)       \
      hit(&before);                               \
      DIRECTIVE(omp cancel for if (i == cancels)) \
    }                                             \
  } while (0)

int main(void) {
  int before = 0;
  for (int round = 0; round < kRounds; round++) {
    const int cancels = round % 3 == 0 ? 0 : round * 37 % kCount;
#pragma omp parallel
    {
      CANCEL_A_LOOP(schedule(dynamic));
      loops_that_are_not_cancelled();
      CANCEL_A_LOOP(schedule(guided));
      loops_that_are_not_cancelled();
      CANCEL_A_LOOP(schedule(static));
      CANCEL_A_LOOP(schedule(dynamic, 3));
      loops_that_are_not_cancelled();
    }
    // The construct is cancelled, and no other one: neither that of the next region nor what a team of one meets.
    int whole = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : whole)
    for (int i = 0; i < kCount; i++) {
      whole += 1;
#pragma omp cancellation point for
    }
    CHECK_EQUAL(whole, kCount);
  }
  CHECK(before > 0);
  return finish();
}
