// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread makes tasks of all lengths, a few long ones last.
#include "grain.h"

static void run(long count) {
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < count; ++i) {
#pragma omp task firstprivate(i)
    grain_body(grain_mixed(i, count));
  }
}

GRAIN_CONSTRUCT(task_grain_mixed, "tasks of all lengths, one maker");
