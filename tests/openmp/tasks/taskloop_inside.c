// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Taskloops inside of other constructs: a single block, a task of a dynamic loop, and another taskloop.
#include <omp.h>

#include "check.h"

enum { kOuter = 12, kInner = 30 };

static void count(int* counts) {
#pragma omp taskloop grainsize(4)
  for (int i = 0; i < kInner; i++) hit(&counts[i]);
}

int main(void) {
  static int in_single[kInner], in_loop[kOuter][kInner], in_taskloop[kOuter][kInner];
  int rows = 0;
#pragma omp parallel
  {
#pragma omp single
    count(in_single);
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < kOuter; i++) {
#pragma omp task
      count(in_loop[i]);
#pragma omp taskwait
      hit(&rows);
    }
#pragma omp single
    {
#pragma omp taskloop grainsize(2)
      for (int i = 0; i < kOuter; i++) count(in_taskloop[i]);
    }
  }
  CHECK_EQUAL(rows, kOuter);
  for (int i = 0; i < kInner; i++) {
    CHECK_EQUAL(in_single[i], 1);
    for (int k = 0; k < kOuter; k++) {
      CHECK_EQUAL(in_loop[k][i], 1);
      CHECK_EQUAL(in_taskloop[k][i], 1);
    }
  }
  return finish();
}
