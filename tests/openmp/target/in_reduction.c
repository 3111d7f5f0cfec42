// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target tasks take part in the reduction of a taskgroup beside other tasks: each thread adds to a copy of its own.
// Clang 19 is left out: its code asks for the thread's copy in the target task, and adds to the variable itself.
// compilers: gcc
// peers: libgomp
// run: OMP_NUM_THREADS=1
// run: OMP_NUM_THREADS=3
#include <omp.h>

#include "check.h"

enum { kTasks = 1000 };

int main(void) {
  for (int round = 0; round < 5; round++) {
    int sum = round;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
    for (int i = 0; i < kTasks; i++) {
#pragma omp target nowait in_reduction(+ : sum)
      sum += 1;
#pragma omp task in_reduction(+ : sum)
      sum += 2;
    }
    CHECK_EQUAL(sum, round + 3 * kTasks);
  }
  return finish();
}
