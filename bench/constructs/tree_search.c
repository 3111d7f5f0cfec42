// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An unbalanced tree (after UTS, Olivier et al., LCPC 2006): a node has as many children as a hash of its place says, most have none.
#include "tree.h"

enum { kRootChildren = 600, kChildren = 5, kNodes = 13381 };

static unsigned long hash(unsigned long state) {
  state = (state ^ (state >> 30U)) * 0xbf58476d1ce4e5b9UL;
  state = (state ^ (state >> 27U)) * 0x94d049bb133111ebUL;
  return state ^ (state >> 31U);
}

static long visit(unsigned long place, int depth) {
  // 0.19 of 5 children each: critical would be 0.2.
  const int children = depth == 0 ? kRootChildren : hash(place) % 1000 < 190 ? kChildren : 0;
  long below = 0;
  for (int child = 0; child < children; ++child) {
#pragma omp task shared(below)
    {
      const long nodes = visit(hash(place * 31 + (unsigned long)child + 1), depth + 1);
      __atomic_fetch_add(&below, nodes, __ATOMIC_RELAXED);
    }
  }
#pragma omp taskwait
  return below + 1;
}

static long tree(void) {
  long nodes = 0;
#pragma omp parallel
#pragma omp single
  nodes = visit(42, 0);
  return nodes;
}

TREE_CONSTRUCT(tree_search, "unbalanced tree of 13,381", tree, kNodes);
