// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compilers: clang
// flags: -fopenmp-version=52
// inoutset, omp_all_memory and taskwait nowait, which GCC 12 does not know.
#include <omp.h>

#include "check.h"

enum { kTasks = 20 };

static int wrong;

static void sets(void) {
  int value = 0, members = 0;
  for (int round = 1; round <= 5; round++) {
#pragma omp task depend(out : value) shared(value, members)
    {
      if (members != kTasks * (round - 1)) hit(&wrong);
      value = round;
    }
    for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(inoutset : value) shared(value, members)
      {
        if (value != round) hit(&wrong);
        work(30);
        hit(&members);
      }
    }
#pragma omp task depend(in : value) shared(members)
    if (members != kTasks * round) hit(&wrong);
  }
#pragma omp taskwait
}

static void all_memory(void) {
  int cells[kTasks] = {0};
  for (int round = 1; round <= 5; round++) {
    for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(inout : cells[i]) shared(cells)
      {
        if (cells[i] % 2 != 0) hit(&wrong);
        cells[i] += 1;
      }
    }
#pragma omp task depend(inout : omp_all_memory) shared(cells)
    for (int i = 0; i < kTasks; i++) {
      if (cells[i] != 2 * round - 1) hit(&wrong);
      cells[i] += 1;
    }
  }
#pragma omp taskwait
}

static void empty_task(void) {
  int first = 0, second = 0;
#pragma omp task depend(out : first) shared(first)
  {
    work(2000);
    first = 1;
  }
  // Orders the tasks around it: the one below waits for `second`, which it gives, and so for `first`.
#pragma omp taskwait depend(in : first) depend(out : second) nowait
#pragma omp task depend(in : second) shared(first, second)
  if (first != 1) hit(&wrong);
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
  for (int lap = 0; lap < 20; lap++) {
    sets();
    all_memory();
    empty_task();
  }
  CHECK_EQUAL(wrong, 0);
  return finish();
}
