// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A chain of 10,000 tasks, each of which depends on the one before.
#include "tree.h"

enum { kLinks = 10000 };

static long chain(void) {
  long value = 0;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < kLinks; ++i) {
#pragma omp task depend(inout : value) shared(value) firstprivate(i)
    value = value == i ? i + 1 : -1;
  }
  return value;
}

TREE_CONSTRUCT(task_chain, "chain of 10,000 tasks", chain, kLinks);
