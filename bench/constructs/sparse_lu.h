// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What LU decompositions of a sparse matrix of blocks have in common (after BOTS, Duran et al., ICPP 2009). A file that includes it defines
// SPARSE_LU_BLOCKS, the blocks of the matrix in each direction, SPARSE_LU_SIDE, the numbers of a block in each, and SPARSE_LU_FILLED(i,
// j), whether there are numbers in a block at first. The numbers are integers modulo a prime, so that the result is exact.
#pragma once

#include <string.h>

enum { kBlocks = SPARSE_LU_BLOCKS, kSide = SPARSE_LU_SIDE, kPrime = 10007 };

typedef long block[kSide][kSide];

static inline long inverse(long value) {
  long result = 1;
  long base = value % kPrime;
  for (int power = kPrime - 2; power > 0; power /= 2) {
    if (power % 2 != 0) {
      result = result * base % kPrime;
    }
    base = base * base % kPrime;
  }
  return result;
}

static inline void factor(block diagonal) {
  for (int k = 0; k < kSide; ++k) {
    const long pivot = inverse(diagonal[k][k]);
    for (int i = k + 1; i < kSide; ++i) {
      diagonal[i][k] = diagonal[i][k] * pivot % kPrime;
      for (int j = k + 1; j < kSide; ++j) {
        diagonal[i][j] = (diagonal[i][j] + (kPrime - diagonal[i][k]) * diagonal[k][j]) % kPrime;
      }
    }
  }
}

static inline void forward(block diagonal, block right) {
  for (int k = 0; k < kSide; ++k) {
    for (int i = k + 1; i < kSide; ++i) {
      for (int j = 0; j < kSide; ++j) {
        right[i][j] = (right[i][j] + (kPrime - diagonal[i][k]) * right[k][j]) % kPrime;
      }
    }
  }
}

static inline void divide(block diagonal, block below) {
  for (int k = 0; k < kSide; ++k) {
    const long pivot = inverse(diagonal[k][k]);
    for (int i = 0; i < kSide; ++i) {
      below[i][k] = below[i][k] * pivot % kPrime;
      for (int j = k + 1; j < kSide; ++j) {
        below[i][j] = (below[i][j] + (kPrime - below[i][k]) * diagonal[k][j]) % kPrime;
      }
    }
  }
}

static inline void subtract(block left, block above, block inner) {
  for (int i = 0; i < kSide; ++i) {
    for (int k = 0; k < kSide; ++k) {
      for (int j = 0; j < kSide; ++j) {
        inner[i][j] = (inner[i][j] + (kPrime - left[i][k]) * above[k][j]) % kPrime;
      }
    }
  }
}

static int filled[kBlocks][kBlocks];

// Sets the matrix and `filled`, which says in which blocks there are numbers.
static inline void fill(block (*into)[kBlocks]) {
  memset(into, 0, sizeof(block) * kBlocks * kBlocks);
  for (int i = 0; i < kBlocks; ++i) {
    for (int j = 0; j < kBlocks; ++j) {
      filled[i][j] = SPARSE_LU_FILLED(i, j);
      for (int n = 0; filled[i][j] && n < kSide * kSide; ++n) {
        into[i][j][n / kSide][n % kSide] =
            (1 + i * 131 + j * 37 + n * n * 11 + (i == j && n % (kSide + 1) == 0) * 5003) % kPrime;
      }
    }
  }
}

// `deferred` 0 runs the same in order. To be called by one thread of a team.
static inline void decompose(block (*m)[kBlocks], int deferred) {
  for (int k = 0; k < kBlocks; ++k) {
#pragma omp task depend(inout : m[k][k]) if (deferred)
    factor(m[k][k]);
    for (int j = k + 1; j < kBlocks; ++j) {
      if (filled[k][j]) {
#pragma omp task depend(in : m[k][k]) depend(inout : m[k][j]) if (deferred)
        forward(m[k][k], m[k][j]);
      }
      if (filled[j][k]) {
#pragma omp task depend(in : m[k][k]) depend(inout : m[j][k]) if (deferred)
        divide(m[k][k], m[j][k]);
      }
    }
    for (int i = k + 1; i < kBlocks; ++i) {
      for (int j = k + 1; j < kBlocks; ++j) {
        if (filled[i][k] && filled[k][j]) {
          filled[i][j] = 1;
#pragma omp task depend(in : m[i][k], m[k][j]) depend(inout : m[i][j]) if (deferred)
          subtract(m[i][k], m[k][j], m[i][j]);
        }
      }
    }
  }
}
