// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// target nowait is a task: it may run late, keeps the values that it was given, and goes by its dependences.
#include <omp.h>

#include "check.h"

enum { kSteps = 50 };

int main(void) {
  int order[kSteps], next = 0;
#pragma omp parallel
#pragma omp single
  {
    int token = 0;
    (void)token;
    for (int i = 0; i < kSteps; i++) {
      int own = i;
#pragma omp target nowait depend(inout : token) firstprivate(own) map(tofrom : order, next)
      order[next++] = own;
    }
#pragma omp taskwait
  }
  CHECK_EQUAL(next, kSteps);
  for (int i = 0; i < kSteps; i++) CHECK_EQUAL(order[i], i);

  int value = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : value) shared(value)
    value = 1;
#pragma omp target enter data map(to : value) depend(inout : value)
#pragma omp target depend(inout : value) map(tofrom : value)
    value = value == 1 ? 2 : -1;
#pragma omp target update from(value) nowait depend(inout : value)
#pragma omp task depend(inout : value) shared(value)
    value = value == 2 ? 3 : -2;
  }
  CHECK_EQUAL(value, 3);
  return finish();
}
