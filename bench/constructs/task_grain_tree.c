// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each task makes two, works, and waits for them.
#include "grain.h"

// `count` tasks, numbered as in a heap.
static void visit(long task, long count) {
  enum { kChildren = 2 };
  for (long child = kChildren * task + 1; child <= kChildren * task + kChildren; ++child) {
    if (child < count) {
#pragma omp task firstprivate(child)
      visit(child, count);
    }
  }
  grain_body(bench_work);
#pragma omp taskwait
}

static void run(long count) {
#pragma omp parallel
#pragma omp single
  visit(0, count);
}

GRAIN_CONSTRUCT(task_grain_tree, "tasks of equal length in a tree");
