// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More tasks are deferred than have fibers from the beginning; the last of them use one variable.
// modes: deep (one thread is likely to run both)
// slow: gcc (its fibers take milliseconds)
#include "pair.h"

enum { kTasks = 4000, kShared = kTasks - 64 };

int main(void) {
  static long a[kTasks];
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#ifdef RACE
    const int at = i < kShared ? i : kShared;
#else
    const int at = i;
#endif
#pragma omp task shared(a) firstprivate(at)
    a[at] += 1;
  }
  return finish(a[kShared]);
}
