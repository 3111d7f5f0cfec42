// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A wavefront over kSide x kSide cells, which the including file sets: each cell is a task that depends on the one above and the one to the left.
#pragma once

#include "tree.h"

enum { kModulus = 1000003 };

static long cells[kSide + 1][kSide + 1];

static long wave(void) {
  for (int i = 0; i <= kSide; ++i) {
    cells[i][0] = cells[0][i] = 1;
  }
#pragma omp parallel
#pragma omp single
  for (int i = 1; i <= kSide; ++i) {
    for (int j = 1; j <= kSide; ++j) {
#pragma omp task depend(in : cells[i - 1][j], cells[i][j - 1]) depend(out : cells[i][j])
      cells[i][j] = (cells[i - 1][j] + cells[i][j - 1]) % kModulus;
    }
  }
  return cells[kSide][kSide];
}

// The last cell is a binomial coefficient, 2 kSide over kSide, modulo a prime: by additions here too, in order.
static long in_order(void) {
  static long row[kSide + 1];
  for (int j = 0; j <= kSide; ++j) {
    row[j] = 1;
  }
  for (int i = 1; i <= kSide; ++i) {
    for (int j = 1; j <= kSide; ++j) {
      row[j] = (row[j] + row[j - 1]) % kModulus;
    }
  }
  return row[kSide];
}
