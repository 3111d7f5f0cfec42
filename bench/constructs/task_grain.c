// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread makes tasks of equal length.
#include "grain.h"

static void run(long count) {
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < count; ++i) {
#pragma omp task
    grain_body(bench_work);
  }
}

GRAIN_CONSTRUCT(task_grain, "tasks of equal length, one maker");
