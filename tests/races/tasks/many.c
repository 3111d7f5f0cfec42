// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More tasks than a thread may have deferred, so that their maker runs some at once, and goes on with what the last one has written.
// modes: deep (the maker runs the last task)
#include "pair.h"

enum { kTasks = 600 };

int main(void) {
  static long a[kTasks];
  long sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(a) firstprivate(i)
      a[i] = i;
    }
#ifndef RACE
#pragma omp taskwait
#endif
    sum = a[kTasks - 1];
  }
  return finish(sum);
}
