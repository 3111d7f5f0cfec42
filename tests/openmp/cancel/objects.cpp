// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that tasks have captured are destroyed as often as they were made, also in tasks of a taskgroup that is cancelled before they
// begin.
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=5 OMP_CANCELLATION=true
#include <omp.h>

#include "counted.h"

int main() {
  int ran = 0;
  {
    Counted captured;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
    for (int i = 0; i < 100; i++) {
#pragma omp task firstprivate(captured) shared(ran)
      {
        if (captured.value == 1) hit(&ran);
#pragma omp cancel taskgroup if (i > 5)
      }
    }
    CHECK_EQUAL(alive, 1);
  }
  CHECK_EQUAL(alive, 0);
  CHECK(ran > 0);
  return finish();
}
