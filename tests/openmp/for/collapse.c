// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// collapse(2) and collapse(3) cover the whole product, with index types, strides and schedules mixed.
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kA = 7, kB = 5, kC = 9 };

static int ran[kA][kB][kC];

static void check_cube(void) {
  int wrong = 0;
  for (int a = 0; a < kA; a++)
    for (int b = 0; b < kB; b++)
      for (int c = 0; c < kC; c++) wrong += ran[a][b][c] != 1;
  CHECK_EQUAL(wrong, 0);
  memset(ran, 0, sizeof ran);
}

#define PRAGMA(text) _Pragma(#text)
#define COVER(schedule_clause)                                      \
  do {                                                              \
    PRAGMA(omp parallel for collapse(3) schedule_clause)            \
    for (int a = 0; a < kA; a++)                                    \
      for (unsigned b = kB; b > 0; b--)                             \
        for (long c = -kC; c < 0; c++) hit(&ran[a][b - 1][c + kC]); \
    check_cube();                                                   \
    PRAGMA(omp parallel for collapse(2) schedule_clause)            \
    for (unsigned long long a = 0; a < 3 * kA; a += 3)              \
      for (short b = 0; b < kB; b++)                                \
        for (int c = 0; c < kC; c++) hit(&ran[a / 3][b][c]);        \
    check_cube();                                                   \
  } while (0)

int main(void) {
  COVER();
  COVER(schedule(static, 4));
  COVER(schedule(dynamic));
  COVER(schedule(dynamic, 13));
  COVER(schedule(guided, 2));
  COVER(schedule(runtime));

  // A zero-trip loop at any depth makes the whole nest empty.
  int none = 0;
  for (int empty = 0; empty < 3; empty++) {
    int limit[3] = {4, 4, 4};
    limit[empty] = 0;
#pragma omp parallel for collapse(3) schedule(dynamic)
    for (int a = 0; a < limit[0]; a++)
      for (int b = 0; b < limit[1]; b++)
        for (int c = 0; c < limit[2]; c++) hit(&none);
#pragma omp parallel for collapse(3)
    for (long a = 0; a < limit[0]; a++)
      for (unsigned b = 0; b < (unsigned)limit[1]; b++)
        for (int c = 0; c < limit[2]; c++) hit(&none);
  }
  CHECK_EQUAL(none, 0);
  return finish();
}
