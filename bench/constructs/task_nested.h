// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task that spawns tasks and waits for them, for the rows that differ in which threads spawn it.
#pragma once

#include <omp.h>

#include "harness.h"

enum { kInner = 16 };

static void run_outer_task(void) {
  for (int inner = 0; inner < kInner; ++inner) {
#pragma omp task
    bench_body(&bench_slots[omp_get_thread_num()]);
  }
#pragma omp taskwait
}

// Counts the task in `done`, and in `late` if it went on before its children were done.
static void check_outer_task(long* late, long* done) {
  int mine = 0;
  for (int inner = 0; inner < kInner; ++inner) {
#pragma omp task shared(mine)
    __atomic_fetch_add(&mine, 1, __ATOMIC_RELAXED);
  }
#pragma omp taskwait
  __atomic_fetch_add(late, __atomic_load_n(&mine, __ATOMIC_RELAXED) != kInner, __ATOMIC_RELAXED);
  __atomic_fetch_add(done, 1, __ATOMIC_RELAXED);
}
