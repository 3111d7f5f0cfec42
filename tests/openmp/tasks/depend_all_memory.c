// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_all_memory waits for all children made before it and is waited for by all made after it. A taskwait with depend and nowait orders
// what comes after it. (GCC has both from version 13 on.)
// compilers: clang
// flags: -fopenmp-version=52
// peers: libomp
#include <omp.h>

#include "check.h"

enum { kCells = 8, kLaps = 30 };

static int wrong;

static void lap(int number) {
  int cells[kCells] = {0}, other = 0;
  for (int i = 0; i < kCells; i++) {
#pragma omp task depend(out : cells[i]) shared(cells)
    {
      work(100);
      cells[i] = number;
    }
  }
#pragma omp task depend(inout : omp_all_memory) depend(in : other) shared(cells, other)
  {
    for (int i = 0; i < kCells; i++) {
      if (cells[i] != number) hit(&wrong);
    }
    other = number;
  }
  for (int i = 0; i < kCells; i++) {
#pragma omp task depend(in : cells[i]) shared(cells, other)
    {
      if (other != number) hit(&wrong);
      cells[i]++;
    }
  }
#pragma omp taskwait depend(inout : omp_all_memory)
  for (int i = 0; i < kCells; i++) {
    if (cells[i] != number + 1) hit(&wrong);
  }
}

static void empty_task(void) {
  int first = 0, second = 0;
#pragma omp task depend(out : first) shared(first)
  {
    work(200);
    first = 1;
  }
#pragma omp taskwait depend(in : first) depend(out : second) nowait
#pragma omp task depend(in : second) shared(first)
  if (first != 1) hit(&wrong);
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
  for (int i = 1; i <= kLaps; i++) {
    lap(i);
    empty_task();
  }
  CHECK_EQUAL(wrong, 0);
  return finish();
}
