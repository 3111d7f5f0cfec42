// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many iterations the tasks of a taskloop get: grainsize and num_tasks promise something about it. A task is told apart by
// the address of its firstprivate array's marks.
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kCount = 100 };

// Iterations of one task follow each other in one thread, so a change of `task_of` marks the border.
static int sizes[kCount + 1], tasks;
static int task_of[kCount];

static void count_shares(void) {
  tasks = 0;
  memset(sizes, 0, sizeof sizes);
  for (int i = 0; i < kCount; i++) {
    if (i == 0 || task_of[i] != task_of[i - 1]) tasks++;
    sizes[tasks]++;
  }
}

static int next_task;

// Gives each task a number: `mine` is the task's own and starts as 0.
static int number(int* mine) {
  if (*mine == 0) *mine = __atomic_add_fetch(&next_task, 1, __ATOMIC_RELAXED);
  return *mine;
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    for (int grain = 1; grain <= kCount + 10; grain += 7) {
      int mine = 0;
#pragma omp taskloop grainsize(grain) firstprivate(mine)
      for (int i = 0; i < kCount; i++) task_of[i] = number(&mine);
      count_shares();
      int least = grain < kCount ? grain : kCount;
      for (int task = 1; task <= tasks; task++) CHECK(sizes[task] >= least && (sizes[task] < 2 * grain || tasks == 1));
    }
    for (int wanted = 1; wanted <= kCount + 10; wanted += 9) {
      int mine = 0;
#pragma omp taskloop num_tasks(wanted) firstprivate(mine)
      for (int i = 0; i < kCount; i++) task_of[i] = number(&mine);
      count_shares();
      CHECK_EQUAL(tasks, wanted < kCount ? wanted : kCount);
    }
  }
  return finish();
}
