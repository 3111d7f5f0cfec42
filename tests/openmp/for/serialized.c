// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops outside of any region, in an inactive one, and in a nested one of one thread: the whole loop runs, in order.
#include <omp.h>

#include "check.h"

enum { kCount = 50 };

#define PRAGMA(text) _Pragma(#text)
#define ONE_LOOP(schedule_clause)      \
  {                                    \
    int next = 0;                      \
    PRAGMA(omp for schedule_clause)    \
    for (int i = 0; i < kCount; i++) { \
      CHECK_EQUAL(i, next);            \
      next++;                          \
    }                                  \
    CHECK_EQUAL(next, kCount);         \
  }

static void loops(void) {
  ONE_LOOP()
  ONE_LOOP(schedule(static, 3))
  ONE_LOOP(schedule(dynamic))
  ONE_LOOP(schedule(guided, 4))
  ONE_LOOP(schedule(runtime))
  ONE_LOOP(schedule(auto))
  int next = 0;
#pragma omp for ordered schedule(dynamic)
  for (int i = 0; i < kCount; i++) {
#pragma omp ordered
    CHECK_EQUAL(i, next++);
  }
}

int main(void) {
  loops();
#pragma omp parallel if (omp_get_level() > 0)
  loops();
  omp_set_max_active_levels(1);
#pragma omp parallel num_threads(3)
  {
#pragma omp parallel num_threads(2)
    loops();
  }
  return finish();
}
