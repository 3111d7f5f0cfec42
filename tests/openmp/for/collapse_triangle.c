// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A collapsed nest whose inner bound depends on the outer index.
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kRows = 17 };

static int ran[kRows][kRows];

static void check_triangle(void) {
  int wrong = 0;
  for (int row = 0; row < kRows; row++)
    for (int column = 0; column < kRows; column++) wrong += ran[row][column] != (column <= row);
  CHECK_EQUAL(wrong, 0);
  memset(ran, 0, sizeof ran);
}

int main(void) {
#pragma omp parallel for collapse(2)
  for (int row = 0; row < kRows; row++)
    for (int column = 0; column <= row; column++) hit(&ran[row][column]);
  check_triangle();
#pragma omp parallel for collapse(2)
  for (long row = kRows - 1; row >= 0; row--)
    for (long column = row; column >= 0; column--) hit(&ran[row][column]);
  check_triangle();
  return finish();
}
