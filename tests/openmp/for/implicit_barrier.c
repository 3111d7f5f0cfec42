// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop without nowait ends with a barrier: after it every iteration is done and its plain data is visible.
#include <omp.h>

#include "check.h"

enum { kCount = 64, kRounds = 200 };

#define PRAGMA(text) _Pragma(#text)
#define CHECK_BARRIER(schedule_clause)                            \
  do {                                                            \
    int data[kCount] = {0}, wrong = 0;                            \
    PRAGMA(omp parallel reduction(+ : wrong))                     \
    for (int round = 1; round <= kRounds; round++) {              \
      PRAGMA(omp for schedule_clause)                             \
      for (int i = 0; i < kCount; i++) data[i] = round;           \
      for (int i = 0; i < kCount; i++) wrong += data[i] != round; \
      PRAGMA(omp barrier)                                         \
    }                                                             \
    CHECK_EQUAL(wrong, 0);                                        \
  } while (0)

int main(void) {
  CHECK_BARRIER(schedule(static));
  CHECK_BARRIER(schedule(static, 5));
  CHECK_BARRIER(schedule(dynamic));
  CHECK_BARRIER(schedule(dynamic, 9));
  CHECK_BARRIER(schedule(guided));
  CHECK_BARRIER(schedule(runtime));
  return finish();
}
