// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LU decomposition of a sparse matrix of blocks, as sparselu of BOTS has it (Duran et al., ICPP 2009): with APP_TASKS a task for each
// block, ordered by dependences; else a single and worksharing loops over the blocks of each step, which become shorter and are of
// uneven length, because blocks without numbers cost nothing.
#define SPARSE_LU_BLOCKS 24
#define SPARSE_LU_SIDE   20
// Next to the diagonal, and strewn.
#define SPARSE_LU_FILLED(i, j) (((i) - (j) <= 1 && (j) - (i) <= 1) || ((i) * (i) + 3 * (j) * (j)) % 7 == 0)

#include "sparse_lu.h"

#include <stdlib.h>

#include "app.h"

enum { kNumbers = kBlocks * kSide };

static block original[kBlocks][kBlocks];
static block matrix[kBlocks][kBlocks];
static int times;
static long* sums;  // of the factors, each time

#ifndef APP_TASKS
// To be called by all threads of a team.
static void step(int k) {
#pragma omp single
  factor(matrix[k][k]);
#pragma omp for schedule(dynamic, 1) nowait
  for (int j = k + 1; j < kBlocks; ++j) {
    if (filled[k][j]) {
      forward(matrix[k][k], matrix[k][j]);
    }
  }
#pragma omp for schedule(dynamic, 1)
  for (int i = k + 1; i < kBlocks; ++i) {
    if (filled[i][k]) {
      divide(matrix[k][k], matrix[i][k]);
    }
  }
#pragma omp for schedule(static)
  for (int i = k + 1; i < kBlocks; ++i) {
    for (int j = k + 1; j < kBlocks; ++j) {
      if (filled[i][k] && filled[k][j]) {
        filled[i][j] = 1;
        subtract(matrix[i][k], matrix[k][j], matrix[i][j]);
      }
    }
  }
}
#endif

static void decompose_in_parallel(void) {
#pragma omp parallel
  {
#ifdef APP_TASKS
#pragma omp single
    decompose(matrix, 1);
#else
    for (int k = 0; k < kBlocks; ++k) {
      step(k);
    }
#endif
  }
}

static long number(int row, int column) { return matrix[row / kSide][column / kSide][row % kSide][column % kSide]; }

// Freivalds' test (1977): the factors times a vector are the original times that vector. Exact, and a wrong number in a factor is missed
// with a probability of one in kPrime.
static int rows_that_differ(void) {
  long vector[kNumbers];
  long upper[kNumbers];
  int differ = 0;
  for (int i = 0; i < kNumbers; ++i) {
    vector[i] = (i * 7919L + 12347L * i * i + 5) % kPrime;
  }
  for (int i = 0; i < kNumbers; ++i) {
    upper[i] = 0;
    for (int j = i; j < kNumbers; ++j) {
      upper[i] = (upper[i] + number(i, j) * vector[j]) % kPrime;
    }
  }
  for (int i = 0; i < kNumbers; ++i) {
    long is = upper[i];
    long has_to_be = 0;
    for (int j = 0; j < i; ++j) {
      is = (is + number(i, j) * upper[j]) % kPrime;
    }
    for (int j = 0; j < kNumbers; ++j) {
      has_to_be += original[i / kSide][j / kSide][i % kSide][j % kSide] * vector[j] % kPrime;
    }
    differ += is != has_to_be % kPrime;
  }
  return differ;
}

static long sum_of_factors(void) {
  const long* numbers = &matrix[0][0][0][0];
  long sum = 0;
  for (int n = 0; n < kNumbers * kNumbers; ++n) {
    sum += numbers[n];
  }
  return sum;
}

void app_prepare(double scale) {
  times = app_scaled(6, scale);
  sums = calloc((size_t)times, sizeof *sums);
  fill(original);
}

void app_run(void) {
  for (int n = 0; n < times; ++n) {
    fill(matrix);
    decompose_in_parallel();
    sums[n] = sum_of_factors();
  }
}

// The answer is the sum of the factors, the error the number of rows that do not multiply out and of sums that are not the same each time.
void app_check(struct app_answer* answer) {
  answer->answer = (double)sum_of_factors();
  answer->error = rows_that_differ();
  answer->allowed = 0.0;
  for (int n = 0; n < times; ++n) {
    answer->error += sums[n] != sums[times - 1];
  }
}
