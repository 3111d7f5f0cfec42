// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix that all threads of a team read, each its own rows, initialised by one thread or, with PARALLEL defined, by the threads that use it.
#include <stdio.h>
#include <stdlib.h>

enum { kRows = 1024, kColumns = 2048, kRepetitions = 800 };

int main(void) {
  double* matrix = malloc(sizeof *matrix * kRows * kColumns);
  double vector[kColumns];
  double sum = 0.0;
  if (!matrix) return 1;
  for (int j = 0; j < kColumns; ++j) vector[j] = 1.0;
#ifdef PARALLEL
#pragma omp parallel for schedule(static)
#endif
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kColumns; ++j) matrix[i * kColumns + j] = i;  // first
  for (int n = 0; n < kRepetitions; ++n) {
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (int i = 0; i < kRows; ++i)
      for (int j = 0; j < kColumns; ++j) sum += matrix[i * kColumns + j] * vector[j];
  }
  printf("%g\n", sum);
  free(matrix);
  return 0;
}
