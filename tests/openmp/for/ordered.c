// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ordered regions run in the order of the sequential loop, under every schedule.
#include <omp.h>

#include "check.h"

enum { kCount = 120 };

#define PRAGMA(text) _Pragma(#text)
#define CHECK_ORDERED(type, from, condition, step, schedule_clause)      \
  do {                                                                   \
    int next = 0, wrong = 0, inside = 0;                                 \
    PRAGMA(omp parallel for ordered schedule_clause)                     \
    for (type i = from; condition; step) {                               \
      work((unsigned)(i * 37) % 200);                                    \
      PRAGMA(omp ordered) {                                              \
        long long logical = (long long)(i > from ? i - from : from - i); \
        wrong += inside++ != 0 || next != logical;                       \
        next++;                                                          \
        inside--;                                                        \
      }                                                                  \
    }                                                                    \
    CHECK_EQUAL(wrong, 0);                                               \
    CHECK_EQUAL(next, kCount);                                           \
  } while (0)

#define CHECK_TYPES(schedule_clause)                                  \
  CHECK_ORDERED(int, 0, i < kCount, i++, schedule_clause);            \
  CHECK_ORDERED(int, kCount, i > 0, i--, schedule_clause);            \
  CHECK_ORDERED(unsigned, 5u, i < 5u + kCount, i++, schedule_clause); \
  CHECK_ORDERED(long, -60, i < -60 + kCount, i++, schedule_clause);   \
  CHECK_ORDERED(unsigned long long, (1ull << 63), i < (1ull << 63) + kCount, i++, schedule_clause)

int main(void) {
  CHECK_TYPES();
  CHECK_TYPES(schedule(static, 1));
  CHECK_TYPES(schedule(static, 7));
  CHECK_TYPES(schedule(dynamic));
  CHECK_TYPES(schedule(dynamic, 5));
  CHECK_TYPES(schedule(guided));
  CHECK_TYPES(schedule(guided, 3));
  CHECK_TYPES(schedule(runtime));
  CHECK_TYPES(schedule(auto));
  return finish();
}
