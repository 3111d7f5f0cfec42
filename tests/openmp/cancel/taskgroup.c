// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without OMP_CANCELLATION, all tasks of a taskgroup run although one of them asks for its end.
#include <omp.h>

#include "check.h"

int main(void) {
  int ran = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    for (int i = 0; i < 50; i++) {
#pragma omp task
      {
        hit(&ran);
#pragma omp cancel taskgroup if (i == 5)
        hit(&ran);
#pragma omp cancellation point taskgroup
        hit(&ran);
      }
    }
    CHECK_EQUAL(ran, 150);
  }
  CHECK_EQUAL(ran, 150);
  return finish();
}
