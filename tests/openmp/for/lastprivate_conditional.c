// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lastprivate(conditional:) keeps the assignment of the sequentially last iteration that made one.
// Clang 19 is left out: its code leaves the variable undefined when a thread has assigned nothing.
// compilers: gcc
#include <omp.h>

#include "check.h"

enum { kCount = 90 };

#define PRAGMA(text) _Pragma(#text)
#define CHECK_CONDITIONAL(schedule_clause)                                   \
  do {                                                                       \
    int last = -1;                                                           \
    PRAGMA(omp parallel for schedule_clause lastprivate(conditional : last)) \
    for (int i = 0; i < kCount; i++) {                                       \
      if (i % 7 == 2 && i < 60) last = i;                                    \
    }                                                                        \
    CHECK_EQUAL(last, 58);                                                   \
  } while (0)

int main(void) {
  CHECK_CONDITIONAL();
  CHECK_CONDITIONAL(schedule(static, 3));
  CHECK_CONDITIONAL(schedule(dynamic));
  CHECK_CONDITIONAL(schedule(dynamic, 8));
  CHECK_CONDITIONAL(schedule(guided));
  CHECK_CONDITIONAL(schedule(runtime));
  return finish();
}
