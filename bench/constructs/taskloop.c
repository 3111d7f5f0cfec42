// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A taskloop without grainsize or num_tasks over 2000 iterations, each longer than the one before: how well a runtime's own choice of tasks
// balances the load.
#include "tree.h"

enum { kIterations = 2000 };

static long done[kIterations];

static long taskloop(void) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
  for (long i = 0; i < kIterations; ++i) {
    long turns = 0;
    for (; turns < i; ++turns) {
      __asm__ volatile("" ::: "memory");
    }
    done[i] = turns;
  }
  long sum = 0;
  for (long i = 0; i < kIterations; ++i) {
    sum += done[i];
    done[i] = 0;
  }
  return sum;
}

TREE_CONSTRUCT(taskloop, "taskloop over uneven iterations", taskloop, (long)kIterations*(kIterations - 1) / 2);
