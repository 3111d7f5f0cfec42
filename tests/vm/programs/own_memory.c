// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the runtime's memory lies that a program can see: the stacks of threads below their uppermost page, and the blocks of tasks, in which
// GCC keeps the variables that are firstprivate. Prints "what WHAT pages N own M": of N pages M lie on the node of the thread that made them.
#include "pages.h"

#include <omp.h>
#include <string.h>

enum { kDeep = 64 * 1024, kTasksEach = 64, kWords = 256 };

typedef struct {
  long words[kWords];
} Load;

static int node_of_page(const volatile void* address) {
  int node = -1;
  nodes_of_pages((const char*)address, 1, &node);
  return node;
}

static long stack_pages_own(void) {
  volatile char deep[kDeep];
  long own = 0;
  const int node = node_of_caller();
  for (long at = 0; at < kDeep; at += kPage) {
    deep[at] = 1;
    own += node_of_page(deep + at) == node;
  }
  return own;
}

int main(void) {
  long stack_own = 0, stacks = 0, tasks = 0, tasks_own = 0, sum = 0;
#pragma omp parallel reduction(+ : stack_own, stacks)
  {
    // The stack of the primary thread is the process's: its pages were there before it was bound.
    if (omp_get_thread_num() != 0) {
      stack_own += stack_pages_own();
      stacks += kDeep / kPage;
    }
  }
#pragma omp parallel
  {
    const int maker = node_of_caller();
    Load load;
    memset(&load, 1, sizeof load);
    load.words[0] = omp_get_thread_num();
    for (int task = 0; task < kTasksEach; task++) {
#pragma omp task firstprivate(load, maker) shared(tasks, tasks_own, sum)
      {
        const int node = node_of_page(&load.words[kWords / 2]);
#pragma omp atomic
        tasks += 1;
#pragma omp atomic
        tasks_own += node == maker;
#pragma omp atomic
        sum += load.words[0];
      }
    }
  }
  const long team = omp_get_max_threads();
  if (sum != kTasksEach * team * (team - 1) / 2) return 1;
  printf("what stacks pages %ld own %ld\nwhat tasks pages %ld own %ld\n", stacks, stack_own, tasks, tasks_own);
  return 0;
}
