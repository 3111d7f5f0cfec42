// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// firstprivate, lastprivate and linear on loops: which thread starts with what, and whose value survives.
// libomp 19 is left out: its dynamic loops at times tell no thread that it ran the last iteration.
// peers: libgomp
#include <omp.h>

#include "check.h"

enum { kCount = 77 };

#define PRAGMA(text) _Pragma(#text)
#define CHECK_CLAUSES(schedule_clause)                                                                 \
  do {                                                                                                 \
    int first = 10, last = -1, both = 1000, i = -5, used = 0;                                          \
    struct {                                                                                           \
      int number;                                                                                      \
      char tail[40];                                                                                   \
    } record = {0};                                                                                    \
    long line = 3;                                                                                     \
    PRAGMA(omp parallel) {                                                                             \
      PRAGMA(omp for schedule_clause firstprivate(first) lastprivate(last, record, i) linear(line : 2) \
                 firstprivate(both) lastprivate(both))                                                 \
      for (i = 0; i < kCount; i++) {                                                                   \
        if (line != 3 + 2 * i) hit(&used);                                                             \
        if (both < 1000) hit(&used);                                                                   \
        first++;                                                                                       \
        last = i * 2;                                                                                  \
        both = 1000 + i;                                                                               \
        record.number = i;                                                                             \
        line += 2;                                                                                     \
      }                                                                                                \
      /* The barrier at the loop's end makes the values visible to all. */                             \
      CHECK_EQUAL(last, 2 * (kCount - 1));                                                             \
      CHECK_EQUAL(record.number, kCount - 1);                                                          \
      CHECK_EQUAL(both, 1000 + kCount - 1);                                                            \
      CHECK_EQUAL(i, kCount);                                                                          \
    }                                                                                                  \
    CHECK_EQUAL(used, 0);                                                                              \
    CHECK_EQUAL(first, 10);                                                                            \
    CHECK_EQUAL(line, 3 + 2 * kCount);                                                                 \
  } while (0)

int main(void) {
  CHECK_CLAUSES();
  CHECK_CLAUSES(schedule(static, 4));
  CHECK_CLAUSES(schedule(dynamic));
  CHECK_CLAUSES(schedule(dynamic, 10));
  CHECK_CLAUSES(schedule(guided));
  CHECK_CLAUSES(schedule(runtime));
  return finish();
}
