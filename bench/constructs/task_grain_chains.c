// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread makes tasks in eight chains, each of which depends on the one before in its chain.
#include "grain.h"

enum { kChains = 8 };

static long links[kChains];

static void run(long count) {
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < count; ++i) {
#pragma omp task depend(inout : links[i % kChains])
    {
      links[i % kChains] += 1;
      grain_body(bench_work);
    }
  }
}

GRAIN_CONSTRUCT(task_grain_chains, "tasks of equal length in eight chains");
