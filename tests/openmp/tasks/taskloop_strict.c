// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compilers: gcc
// The strict modifier of grainsize: all shares but the last have exactly that size. (clang 19 ignores the modifier.)
#include <omp.h>

#include "check.h"

enum { kCount = 103 };

static int task_of[kCount], next_task;

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int grain = 1; grain <= kCount + 10; grain += 6) {
    int mine = 0;
    next_task = 0;
#pragma omp taskloop grainsize(strict : grain) firstprivate(mine)
    for (int i = 0; i < kCount; i++) {
      if (mine == 0) mine = __atomic_add_fetch(&next_task, 1, __ATOMIC_RELAXED);
      task_of[i] = mine;
    }
    CHECK_EQUAL(next_task, (kCount + grain - 1) / grain);
    for (int i = 1; i < kCount; i++) CHECK_EQUAL(task_of[i] != task_of[i - 1], i % grain == 0);
  }
  return finish();
}
