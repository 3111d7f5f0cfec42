// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every thread meets tasks whose if clause is false, and runs them at once: what a task costs that is none.
#include <omp.h>
#include <stddef.h>

#include "harness.h"

static volatile bool never;

static long timed(int threads, long count) {
#pragma omp parallel
  for (long i = 0; i < count; ++i) {
#pragma omp task if (never)
    bench_body(&bench_slots[omp_get_thread_num()]);
  }
  return bench_ticks(threads);
}

// It is over, and was run by the thread itself, when the construct is.
static const char* check(int threads) {
  (void)threads;
  bool wrong = false;
#pragma omp parallel reduction(|| : wrong)
  for (int i = 0; i < 200; ++i) {
    int runner = -1;
#pragma omp task if (never) shared(runner)
    runner = omp_get_thread_num();
    wrong = wrong || runner != omp_get_thread_num();
  }
  return wrong ? "a task with a false if clause was not run at once by its thread" : NULL;
}

const struct construct task_conditional_construct = {
    .name = "task_conditional",
    .title = "task with a false if clause",
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
