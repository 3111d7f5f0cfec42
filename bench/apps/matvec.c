// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The matrix-vector product of Ruud van der Pas's talks on NUMA ("OpenMP Does Not Scale", also in van der Pas, Stotzer and Terboven,
// "Using OpenMP: The Next Step", 2017): a region for each product, bound by memory. With APP_FIRST_TOUCH the matrix is set up by the
// loop that later reads it, so that each thread's rows lie where it runs; without, by one thread.
#include <math.h>
#include <stdlib.h>

#include "app.h"

enum { kRows = 2048, kColumns = 2048 };

static double* matrix;
static double* vector;
static double* sums;
static int products;

void app_prepare(double scale) {
  products = app_scaled(160, scale);
  matrix = malloc(sizeof *matrix * kRows * kColumns);
  vector = malloc(sizeof *vector * kColumns);
  sums = malloc(sizeof *sums * kRows);
  for (int j = 0; j < kColumns; ++j) {
    vector[j] = 2.0;
  }
#ifdef APP_FIRST_TOUCH
#pragma omp parallel for schedule(static)
#endif
  for (int i = 0; i < kRows; ++i) {
    sums[i] = 0.0;
    for (int j = 0; j < kColumns; ++j) {
      matrix[(size_t)i * kColumns + (size_t)j] = i;
    }
  }
}

void app_run(void) {
  for (int n = 0; n < products; ++n) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < kRows; ++i) {
      const double* row = matrix + (size_t)i * kColumns;
      double sum = 0.0;
#pragma omp simd reduction(+ : sum)
      for (int j = 0; j < kColumns; ++j) {
        sum += row[j] * vector[j];
      }
      sums[i] += sum;
    }
  }
}

// All numbers are integers below 2^53, so the sums are exact: 2 x columns x row, once for each product.
void app_check(struct app_answer* answer) {
  answer->allowed = 0.0;
  for (int i = 0; i < kRows; ++i) {
    answer->answer += sums[i];
    answer->error = app_worse(answer->error, fabs(sums[i] - 2.0 * kColumns * i * products));
  }
}
