// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With the monotonic modifier each thread runs its iterations in increasing logical order, whatever the direction.
#include <omp.h>

#include "check.h"

enum { kCount = 500 };

#define PRAGMA(text) _Pragma(#text)
#define CHECK_ORDER(schedule_clause)                   \
  do {                                                 \
    int wrong = 0, total = 0;                          \
    PRAGMA(omp parallel reduction(+ : wrong, total)) { \
      int last = -1;                                   \
      PRAGMA(omp for schedule_clause nowait)           \
      for (int i = 0; i < kCount; i++) {               \
        wrong += i <= last;                            \
        last = i;                                      \
        total++;                                       \
        work(i % 7 * 20);                              \
      }                                                \
      last = kCount + 1;                               \
      PRAGMA(omp for schedule_clause nowait)           \
      for (long i = kCount; i > 0; i--) {              \
        wrong += i >= last;                            \
        last = (int)i;                                 \
        total++;                                       \
      }                                                \
    }                                                  \
    CHECK_EQUAL(wrong, 0);                             \
    CHECK_EQUAL(total, 2 * kCount);                    \
  } while (0)

int main(void) {
  for (int chunk = 1; chunk < 20; chunk += 6) {
    CHECK_ORDER(schedule(monotonic : dynamic, chunk));
    CHECK_ORDER(schedule(monotonic : guided, chunk));
    CHECK_ORDER(schedule(monotonic : static, chunk));
    CHECK_ORDER(schedule(static, chunk));
    omp_set_schedule((omp_sched_t)(omp_sched_monotonic | omp_sched_dynamic), chunk);
    CHECK_ORDER(schedule(runtime));
  }
  CHECK_ORDER(schedule(static));
  return finish();
}
