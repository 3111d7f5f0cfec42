// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// schedule(simd: static, chunk) covers its loop once.
// libomp 19 is left out: it hands back no stride, so a thread runs the end of the loop again and again.
// peers: libgomp
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
  CHECK_SIMD(schedule(simd : static, 1));
  CHECK_SIMD(schedule(simd : static, 5));
  CHECK_SIMD(schedule(simd : static, 64));
  CHECK_SIMD(schedule(simd : static, 2000));
  return finish();
}
