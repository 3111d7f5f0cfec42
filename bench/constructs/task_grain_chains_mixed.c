// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread makes tasks of all lengths in eight chains, a few long ones last.
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
      grain_body(grain_mixed(i, count));
    }
  }
}

GRAIN_CONSTRUCT(task_grain_chains_mixed, "tasks of all lengths in eight chains");
