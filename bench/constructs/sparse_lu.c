// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LU decomposition of a sparse matrix of 12 x 12 blocks of 8 x 8 numbers: tasks by dependences between blocks.
#define SPARSE_LU_BLOCKS       12
#define SPARSE_LU_SIDE         8
#define SPARSE_LU_FILLED(i, j) ((i) == (j) || ((i) * 7 + (j) * 5) % 3 == 0)

#include "sparse_lu.h"

#include "tree.h"

static block matrix[kBlocks][kBlocks];
static block decomposed[kBlocks][kBlocks];

static long checksum(block (*of)[kBlocks]) {
  long sum = 0;
  for (int n = 0; n < kBlocks * kBlocks * kSide * kSide; ++n) {
    sum = (sum * 31 + of[n / (kBlocks * kSide * kSide)][n / (kSide * kSide) % kBlocks][n / kSide % kSide][n % kSide]) %
          1000003;
  }
  return sum;
}

static long result_in_order(void) {
  static long sum = -1;
  if (sum < 0) {
    fill(decomposed);
    decompose(decomposed, 0);
    sum = checksum(decomposed);
  }
  return sum;
}

static long lu(void) {
  fill(matrix);
#pragma omp parallel
#pragma omp single
  decompose(matrix, 1);
  return checksum(matrix);
}

TREE_CONSTRUCT(sparse_lu, "sparse LU, 12 x 12 blocks", lu, result_in_order());
