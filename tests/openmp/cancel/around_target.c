// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_NUM_THREADS=3 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=3 OMP_CANCELLATION=true LIBOMP_USE_HIDDEN_HELPER_TASK=0
// compilers: clang (GCC does not take the cancel construct there)
// In Clang's code a task of a target region cancels the taskgroup around the target task, and that discards the tasks of target regions in it.
#include <omp.h>

#include "check.h"

enum { kTasks = 10 };

int main(void) {
  int cancelled = 0, ran = 0;
#pragma omp parallel shared(cancelled, ran)
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp target nowait map(tofrom : cancelled)
    {
#pragma omp task shared(cancelled)
      {
        cancelled = 1;
#pragma omp cancel taskgroup
        cancelled = 0;
      }
#pragma omp taskwait
#pragma omp task shared(ran)
      hit(&ran);
    }
  }
  CHECK_EQUAL(cancelled, 1);
  CHECK_EQUAL(ran, 0);
  ran = 0;
#pragma omp parallel shared(ran)
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp target nowait map(tofrom : ran)
    {
#pragma omp task if (0)
      {
#pragma omp cancel taskgroup
      }
    }
#pragma omp taskwait
    for (int i = 0; i < kTasks; i++) {
#pragma omp task shared(ran)
      hit(&ran);
    }
  }
  CHECK_EQUAL(ran, 0);
  return finish();
}
