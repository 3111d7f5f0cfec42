// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cancel taskgroup inside a loop with reduction(task, ...) ends the taskgroup around the loop: tasks that are made there afterwards do
// not run, and the loop's sum is whole.
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=5 OMP_CANCELLATION=true
#include <omp.h>

#include "check.h"

enum { kIterations = 64 };

int main(void) {
  int sum = 0, began = 0, late = 0;
#pragma omp parallel
#pragma omp taskgroup
  {
    int here = 0;
#pragma omp for reduction(task, + : sum)
    for (int i = 0; i < kIterations; i++) {
      sum++;
      here = 1;
#pragma omp task in_reduction(+ : sum) shared(began, late)
      {
        sum += 0;
        hit(&began);
#pragma omp cancel taskgroup
        hit(&late);
      }
    }
    CHECK_EQUAL(sum, kIterations);
#pragma omp task firstprivate(here) shared(late)
    if (here) hit(&late);
  }
  CHECK(began > 0);
  CHECK_EQUAL(late, 0);
  return finish();
}
