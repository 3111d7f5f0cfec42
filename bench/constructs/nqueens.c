// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ways to put 9 queens on a board, a task for every queen that can be placed in the first rows.
#include "tree.h"

enum { kQueens = 9, kTaskRows = 5, kWays = 352 };

static long place(int row, unsigned columns, unsigned up, unsigned down) {
  if (row == kQueens) {
    return 1;
  }
  long ways[kQueens] = {0};
  for (int column = 0; column < kQueens; ++column) {
    const unsigned bit = 1U << column;
    if (((columns | up | down) & bit) != 0) {
      continue;
    }
    const unsigned next_up = ((up | bit) << 1U) & ((1U << kQueens) - 1);
    const unsigned next_down = (down | bit) >> 1U;
    if (row < kTaskRows) {
#pragma omp task shared(ways)
      ways[column] = place(row + 1, columns | bit, next_up, next_down);
    } else {
      ways[column] = place(row + 1, columns | bit, next_up, next_down);
    }
  }
#pragma omp taskwait
  long sum = 0;
  for (int column = 0; column < kQueens; ++column) {
    sum += ways[column];
  }
  return sum;
}

static long board(void) {
  long ways = 0;
#pragma omp parallel
#pragma omp single
  ways = place(0, 0, 0, 0);
  return ways;
}

TREE_CONSTRUCT(nqueens, "9 queens", board, kWays);
