// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions over arrays, array sections, and sections through pointers, small and large.
#include <omp.h>

#include "check.h"

enum { kSmall = 5, kLarge = 5000, kCount = 300 };

int main(void) {
  int histogram[kSmall] = {1, 2, 3, 4, 5};
#pragma omp parallel for reduction(+ : histogram)
  for (int i = 0; i < kCount; i++) histogram[i % kSmall]++;
  for (int b = 0; b < kSmall; b++) CHECK_EQUAL(histogram[b], b + 1 + kCount / kSmall);

  static double large[kLarge];
#pragma omp parallel reduction(+ : large)
  for (int i = 0; i < kLarge; i++) large[i] += i;
  int wrong = 0;
  for (int i = 0; i < kLarge; i++) wrong += large[i] != (double)i * requested_threads();
  CHECK_EQUAL(wrong, 0);

  long* memory = calloc(100, sizeof *memory);
  int from = 10, length = 20;
#pragma omp parallel for reduction(max : memory[from : length]) schedule(dynamic)
  for (int i = 0; i < kCount; i++) {
    int at = from + i % length;
    if (memory[at] < i) memory[at] = i;
  }
  for (int i = 0; i < 100; i++)
    CHECK_EQUAL(memory[i], i >= from && i < from + length ? kCount - length + (i - from) : 0);
  free(memory);

  int grid[4][6] = {{0}};
#pragma omp parallel for reduction(^ : grid[1 : 2][0 : 6])
  for (int i = 0; i < 12 * 5; i++) grid[1 + i % 2][i / 2 % 6] ^= i;
  int expected[4][6] = {{0}};
  for (int i = 0; i < 12 * 5; i++) expected[1 + i % 2][i / 2 % 6] ^= i;
  for (int row = 0; row < 4; row++)
    for (int column = 0; column < 6; column++) CHECK_EQUAL(grid[row][column], expected[row][column]);
  return finish();
}
