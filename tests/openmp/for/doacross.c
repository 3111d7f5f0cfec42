// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cross-iteration dependences: ordered(n) with sink and source.
#include <omp.h>

#include "check.h"

enum { kCount = 150, kRows = 12, kColumns = 14 };

#define PRAGMA(text) _Pragma(#text)
#define RUN_CHAIN(schedule_clause)                                  \
  do {                                                              \
    long chain[kCount + 2] = {1, 1};                                \
    PRAGMA(omp parallel for ordered(1) schedule_clause)             \
    for (int i = 2; i < kCount; i++) {                              \
      work((unsigned)i % 5 * 40);                                   \
      PRAGMA(omp ordered depend(sink : i - 1) depend(sink : i - 2)) \
      chain[i] = (chain[i - 1] + chain[i - 2]) % 1000003;           \
      PRAGMA(omp ordered depend(source))                            \
    }                                                               \
    long a = 1, b = 1;                                              \
    for (int i = 2; i < kCount; i++) {                              \
      long c = (a + b) % 1000003;                                   \
      a = b;                                                        \
      b = c;                                                        \
    }                                                               \
    CHECK_EQUAL(chain[kCount - 1], b);                              \
  } while (0)

int main(void) {
  RUN_CHAIN();
  RUN_CHAIN(schedule(static, 1));
  RUN_CHAIN(schedule(dynamic));
  RUN_CHAIN(schedule(dynamic, 3));
  RUN_CHAIN(schedule(guided));
  RUN_CHAIN(schedule(runtime));

  // Paths through a grid: each cell waits for the one above and the one to the left.
  static long paths[kRows][kColumns];
#pragma omp parallel for ordered(2) schedule(static, 1)
  for (int row = 0; row < kRows; row++)
    for (int column = 0; column < kColumns; column++) {
#pragma omp ordered depend(sink : row - 1, column) depend(sink : row, column - 1)
      paths[row][column] = row && column ? paths[row - 1][column] + paths[row][column - 1] : 1;
#pragma omp ordered depend(source)
    }
  CHECK_EQUAL(paths[kRows - 1][kColumns - 1], 2496144);  // 24 over 11
  return finish();
}
