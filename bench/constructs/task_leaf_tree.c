// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tree of tasks in which the leaves alone have work: the time is that of one leaf of each thread's tree.
#include "task_tree.h"

static void grow(int depth) {
  if (depth == 0) {
    bench_body(&bench_slots[omp_get_thread_num()]);
    return;
  }
#pragma omp task
  grow(depth - 1);
#pragma omp task
  grow(depth - 1);
#pragma omp taskwait
}

static long timed(int threads, long count) {
#pragma omp parallel
  for (long i = 0; i < count; i += kTreeLeaves) {
    grow(kTreeDepth);
  }
  return bench_ticks(threads);
}

static long visits;
static void visit(int depth) {
  if (depth == 0) {
#pragma omp atomic
    ++visits;
    return;
  }
#pragma omp task
  visit(depth - 1);
#pragma omp task
  visit(depth - 1);
#pragma omp taskwait
}

static const char* check(int threads) {
  visits = 0;
#pragma omp parallel
  visit(kTreeDepth);
  return tree_verdict(threads, visits, kTreeLeaves);
}

const struct construct task_leaf_tree_construct = {
    .name = "task_leaf_tree",
    .title = "tree of tasks, work in the leaves",
    .count_granule = kTreeLeaves,
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
