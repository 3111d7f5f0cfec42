// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for simd and parallel for simd cover their loops under every schedule.
#include <omp.h>

#include "check.h"

enum { kCount = 1003 };

#define PRAGMA(text) _Pragma(#text)
#define CHECK_SIMD(schedule_clause)                                   \
  do {                                                                \
    static int values[kCount];                                        \
    long sum = 0;                                                     \
    for (int i = 0; i < kCount; i++) values[i] = i;                   \
    PRAGMA(omp parallel) {                                            \
      PRAGMA(omp for simd schedule_clause)                            \
      for (int i = 0; i < kCount; i++) values[i] = values[i] * 2 + 1; \
    }                                                                 \
    PRAGMA(omp parallel for simd schedule_clause reduction(+ : sum))  \
    for (int i = 0; i < kCount; i++) sum += values[i];                \
    CHECK_EQUAL(sum, (long)kCount* kCount);                           \
  } while (0)

int main(void) {
  CHECK_SIMD();
  CHECK_SIMD(schedule(static, 5));
  CHECK_SIMD(schedule(dynamic, 3));
  CHECK_SIMD(schedule(simd : dynamic, 3));
  CHECK_SIMD(schedule(guided));
  CHECK_SIMD(schedule(runtime));
  return finish();
}
