// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// So many tasks that not each of them is a fiber any more: those that are still conflict with their siblings.
// modes: deep (one thread may run all of them)
// says: muster: after 16384 tasks
// slow: gcc (its fibers take milliseconds)
#include "pair.h"

enum { kBefore = 16500, kTasks = 1000 };

int main(void) {
  static long a[kBefore];
  long sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < kBefore; ++i) {
#pragma omp task shared(a) firstprivate(i)
      a[i] += 1;
    }
#pragma omp taskwait
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(sum)
      {
#ifndef RACE
#pragma omp atomic
#endif
        sum += 1;
      }
    }
  }
  return finish(sum + a[0]);
}
