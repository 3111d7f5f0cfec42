// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rows of trees share, after EPCC's taskbench (LaGrone, Aribuki and Chapman, "A Set of Microbenchmarks for Measuring OpenMP Task Overheads",
// 2011): each thread makes a tree of tasks with two children a node.
#pragma once

#include <omp.h>
#include <stddef.h>

#include "harness.h"

enum {
  kTreeDepth = 4,
  kTreeLeaves = 1 << kTreeDepth,
  kTreeNodes = 2 * kTreeLeaves - 1,
};

static inline const char* tree_verdict(long threads, long seen, long nodes) {
  return seen == threads * nodes ? NULL : "a node of a tree of tasks did not run exactly once";
}
