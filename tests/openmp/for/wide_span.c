// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that span more than half of their type's range, with large steps: the distance does not fit the signed type.
#include <limits.h>
#include <omp.h>
#include <string.h>

#include "check.h"

static int ran[16];

static void check_trips(int trips) {
  int wrong = 0;
  for (int i = 0; i < 16; i++) wrong += ran[i] != (i < trips);
  CHECK_EQUAL(wrong, 0);
  memset(ran, 0, sizeof ran);
}

#define PRAGMA(text) _Pragma(#text)
#define SPAN(schedule_clause)                                                                                        \
  do {                                                                                                               \
    PRAGMA(omp parallel for schedule_clause)                                                                         \
    for (int i = INT_MIN; i < INT_MAX - (1 << 28); i += 1 << 28) hit(&ran[((unsigned)i - (unsigned)INT_MIN) >> 28]); \
    check_trips(15);                                                                                                 \
    PRAGMA(omp parallel for schedule_clause)                                                                         \
    for (int i = INT_MAX; i > INT_MIN + (1 << 28); i -= 1 << 28) hit(&ran[((unsigned)INT_MAX - (unsigned)i) >> 28]); \
    check_trips(15);                                                                                                 \
    PRAGMA(omp parallel for schedule_clause)                                                                         \
    for (unsigned i = 0; i < UINT_MAX - (1u << 28); i += 1u << 28) hit(&ran[i >> 28]);                               \
    check_trips(15);                                                                                                 \
    PRAGMA(omp parallel for schedule_clause)                                                                         \
    for (unsigned long long i = 0; i < ULLONG_MAX - (1ull << 60); i += 1ull << 60) hit(&ran[i >> 60]);               \
    check_trips(15);                                                                                                 \
  } while (0)

int main(void) {
#if defined(__clang__)
  SPAN();  // GCC counts a static loop itself, and overflows
#endif
  SPAN(schedule(dynamic));
  SPAN(schedule(dynamic, 4));
  SPAN(schedule(guided));
  SPAN(schedule(runtime));
  return finish();
}
