// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// array_report sequential|parallel SECONDS: a matrix that is initialised by the primary thread alone or by a parallel loop, and then read over and over
// by a parallel loop with the same schedule, each row by its thread. A row is a page. Prints "rows N remote M line L": of N rows M lie on another
// node than that of the thread that reads them, and line L has initialised them.
#include "pages.h"

#include <omp.h>
#include <string.h>
#include <sys/mman.h>

enum { kRows = 2048, kColumns = kPage / (int)sizeof(double) };

static double rows_summed(const double* matrix, int* nodes) {
  double sum = 0.0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (long i = 0; i < kRows; i++) {
    for (long j = 0; j < kColumns; j++) sum += matrix[i * kColumns + j];
    if (nodes) nodes[i] = node_of_caller();
  }
  return sum;
}

int main(int count, char** words) {
  if (count != 3) return 2;
  double* matrix = mmap(NULL, (size_t)kRows * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  static int users[kRows], nodes[kRows];
  if (matrix == MAP_FAILED) fail("memory");
  const int line = __LINE__ + 3;
#pragma omp parallel for schedule(static) if (strcmp(words[1], "parallel") == 0)
  for (long i = 0; i < kRows; i++) {
    for (long j = 0; j < kColumns; j++) matrix[i * kColumns + j] = 1.0;
  }
  const double end = omp_get_wtime() + strtod(words[2], NULL);
  while (omp_get_wtime() < end) {
    if (rows_summed(matrix, NULL) != (double)kRows * kColumns) return 1;
  }
  rows_summed(matrix, users);
  nodes_of_pages((const char*)matrix, kRows, nodes);
  long remote = 0;
  for (long i = 0; i < kRows; i++) remote += nodes[i] != users[i];
  printf("rows %d remote %ld line %d\n", kRows, remote, line);
  return 0;
}
