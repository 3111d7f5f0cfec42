// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without OMP_CANCELLATION, loops and sections with cancel in them run to their end.
#include <omp.h>

#include "check.h"

enum { kCount = 100 };

#define PRAGMA(text) _Pragma(#text)
#define CHECK_LOOP(schedule_clause)                                      \
  do {                                                                   \
    int ran = 0, late = 0;                                               \
    PRAGMA(omp parallel) {                                               \
      PRAGMA(omp for schedule_clause)                                    \
      for (int i = 0; i < kCount; i++) {                                 \
        if (i == 10) {                                                   \
          PRAGMA(omp cancel for)                                         \
        }                                                                \
        hit(&ran);                                                       \
        PRAGMA(omp cancellation point for)                               \
      }                                                                  \
      if (__atomic_load_n(&ran, __ATOMIC_RELAXED) != kCount) hit(&late); \
    }                                                                    \
    CHECK_EQUAL(ran, kCount);                                            \
    CHECK_EQUAL(late, 0);                                                \
  } while (0)

int main(void) {
  CHECK_LOOP();
  CHECK_LOOP(schedule(static, 3));
  CHECK_LOOP(schedule(dynamic));
  CHECK_LOOP(schedule(guided));
  CHECK_LOOP(schedule(runtime));

  int ran = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < kCount; i++) {
#pragma omp cancel for if (i > 5)
      hit(&ran);
    }
  }
  CHECK_EQUAL(ran, kCount);

  ran = 0;
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      {
        hit(&ran);
#pragma omp cancel sections
        hit(&ran);
      }
#pragma omp section
      {
#pragma omp cancellation point sections
        hit(&ran);
      }
#pragma omp section
      hit(&ran);
    }
  }
  CHECK_EQUAL(ran, 4);
  return finish();
}
