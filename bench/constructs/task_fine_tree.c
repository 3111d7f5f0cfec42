// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tree of 131071 tasks of --task-ns each. Every task makes two and waits for none, so that the end of the region waits for all. The time is that
// of one task, its work included.
#include <omp.h>
#include <stddef.h>

#include "harness.h"
#include "lengths.h"

enum { kDepth = 16, kNodes = (2 << kDepth) - 1 };

static void grow(int depth, long turns) {
  if (depth > 0) {
#pragma omp task
    grow(depth - 1, turns);
#pragma omp task
    grow(depth - 1, turns);
  }
  bench_slots[omp_get_thread_num()].ticks += 1;
  bench_spend(turns);
}

static void grow_tree(void) {
  const long turns = bench_turns(bench_lengths.task_ns);
#pragma omp parallel
#pragma omp single
  grow(kDepth, turns);
}

static long timed(int threads, long count) {
  for (long i = 0; i < count; i += kNodes) {
    grow_tree();
  }
  return bench_ticks(threads);
}

static const char* check(int threads) {
  const long before = bench_ticks(threads);
  grow_tree();
  return bench_ticks(threads) - before == kNodes ? NULL
                                                 : "a task did not run exactly once before the end of the region";
}

static double ideal_us(int threads) { return (double)bench_lengths.task_ns * 1e-3 / bench_lanes(threads); }

const struct construct task_fine_tree_construct = {
    .name = "task_fine_tree",
    .title = "fine tree of tasks without taskwait",
    .count_granule = kNodes,
    .bodiless = true,
    .timed = timed,
    .expected = bench_one_thread_once,
    .check = check,
    .ideal_us = ideal_us,
};
