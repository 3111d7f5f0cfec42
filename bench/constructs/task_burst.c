// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that mostly wait in a barrier while one of them works and now and then spawns a few tasks. With more threads than CPUs there is no more
// to do, so it should take no longer.
#include "tree.h"

enum { kBursts = 20, kTasks = 4, kTurns = 10000 };

static long results[kBursts][kTasks];

static long work_for(long turns) {
  long turn = 0;
  for (; turn < turns; ++turn) {
    __asm__ volatile("" ::: "memory");
  }
  return turn;
}

static long bursts(void) {
  long worked = 0;
#pragma omp parallel
#pragma omp single
  for (long burst = 0; burst < kBursts; ++burst) {
    worked += work_for(kTurns);
    for (long i = 0; i < kTasks; ++i) {
#pragma omp task
      results[burst][i] = work_for(kTurns);
    }
  }
  for (long burst = 0; burst < kBursts; ++burst) {
    for (long i = 0; i < kTasks; ++i) {
      worked += results[burst][i];
      results[burst][i] = 0;
    }
  }
  return worked;
}

TREE_CONSTRUCT(task_burst, "20 bursts of 4 tasks, the others in a barrier", bursts,
               (long)kBursts*(kTasks + 1) * kTurns);
