// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tree of tasks in which every node has work: the time is that of one node of each thread's tree.
#include "task_tree.h"

static void grow(int depth) {
  bench_body(&bench_slots[omp_get_thread_num()]);
  if (depth > 0) {
#pragma omp task
    grow(depth - 1);
#pragma omp task
    grow(depth - 1);
  }
#pragma omp taskwait
}

static long timed(int threads, long count) {
#pragma omp parallel
  for (long i = 0; i < count; i += kTreeNodes) {
    grow(kTreeDepth);
  }
  return bench_ticks(threads);
}

static long visits;
static void visit(int depth) {
#pragma omp atomic
  ++visits;
  if (depth > 0) {
#pragma omp task
    visit(depth - 1);
#pragma omp task
    visit(depth - 1);
  }
#pragma omp taskwait
}

static const char* check(int threads) {
  visits = 0;
#pragma omp parallel
  visit(kTreeDepth);
  return tree_verdict(threads, visits, kTreeNodes);
}

const struct construct task_branch_tree_construct = {
    .name = "task_branch_tree",
    .title = "tree of tasks, work in each node",
    .count_granule = kTreeNodes,
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
