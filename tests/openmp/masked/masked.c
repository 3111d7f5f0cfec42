// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// masked runs on the primary thread, or on the thread that the filter clause names (none if there is no such thread).
#include <omp.h>

#include "check.h"

int main(void) {
  int size = requested_threads();
  for (int wanted = 0; wanted < size + 2; wanted++) {
    int ran = 0, primary = 0, wrong = 0;
#pragma omp parallel
    for (int lap = 0; lap < 50; lap++) {
#pragma omp masked filter(wanted)
      {
        hit(&ran);
        if (omp_get_thread_num() != wanted) hit(&wrong);
      }
#pragma omp masked
      {
        hit(&primary);
        if (omp_get_thread_num() != 0) hit(&wrong);
      }
    }
    CHECK_EQUAL(ran, wanted < size ? 50 : 0);
    CHECK_EQUAL(primary, 50);
    CHECK_EQUAL(wrong, 0);
  }
  // Each thread may name a different one; several may run it.
  int ran = 0;
#pragma omp parallel
  {
#pragma omp masked filter(omp_get_thread_num())
    hit(&ran);
  }
  CHECK_EQUAL(ran, size);
  return finish();
}
