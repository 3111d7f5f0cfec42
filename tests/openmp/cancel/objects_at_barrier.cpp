// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread waits at a barrier when its region is cancelled, and the last task, which holds objects and has to run with GCC, ends on another
// thread when the first has long gone to sleep.
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true
#include <omp.h>
#include <unistd.h>

#include "counted.h"

int main() {
  int passed = 0;
  {
    Counted captured;
#pragma omp parallel
    {
      if (omp_get_thread_num() == 0) {
        for (int i = 0; i < 2; i++) {
#pragma omp task firstprivate(captured)
          {
            (void)captured;
            usleep(i == 0 ? 100000 : 500000);
          }
        }
        usleep(30000);
#pragma omp cancel parallel
      }
#pragma omp barrier
      hit(&passed);
    }
    CHECK_EQUAL(alive, 1);
  }
  CHECK_EQUAL(alive, 0);
  CHECK_EQUAL(passed, 0);
  return finish();
}
