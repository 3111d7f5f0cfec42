// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations that do not meet their ordered region do not hold up the ones that do; nor do zero-trip loops or early finishers.
#include <omp.h>

#include "check.h"

enum { kCount = 200 };

#define PRAGMA(text) _Pragma(#text)
#define CHECK_SKIPS(schedule_clause, meets)             \
  do {                                                  \
    int last = -1, wrong = 0, met = 0, expected = 0;    \
    for (int i = 0; i < kCount; i++) expected += meets; \
    PRAGMA(omp parallel for ordered schedule_clause)    \
    for (int i = 0; i < kCount; i++) {                  \
      if (meets) {                                      \
        PRAGMA(omp ordered) {                           \
          wrong += i <= last;                           \
          last = i;                                     \
          met++;                                        \
        }                                               \
      }                                                 \
      work((unsigned)i % 13 * 30);                      \
    }                                                   \
    CHECK_EQUAL(wrong, 0);                              \
    CHECK_EQUAL(met, expected);                         \
  } while (0)

#define CHECK_PATTERNS(schedule_clause)            \
  CHECK_SKIPS(schedule_clause, (i % 3 == 0));      \
  CHECK_SKIPS(schedule_clause, (i == kCount - 1)); \
  CHECK_SKIPS(schedule_clause, (i == 0));          \
  CHECK_SKIPS(schedule_clause, (i / 20 % 2 == 1)); \
  CHECK_SKIPS(schedule_clause, (i < 0))

int main(void) {
  CHECK_PATTERNS();
  CHECK_PATTERNS(schedule(static, 2));
  CHECK_PATTERNS(schedule(dynamic));
  CHECK_PATTERNS(schedule(dynamic, 4));
  CHECK_PATTERNS(schedule(guided));
  CHECK_PATTERNS(schedule(runtime));

  int met = 0;
  for (int empty = 0; empty < 10; empty++) {
#pragma omp parallel
    {
#pragma omp for ordered schedule(dynamic)
      for (int i = 0; i < empty % 2; i++) {
#pragma omp ordered
        met++;
      }
#pragma omp for ordered schedule(static)
      for (int i = 0; i < 1; i++) {
#pragma omp ordered
        met++;
      }
    }
  }
  CHECK_EQUAL(met, 15);
  return finish();
}
