// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that tasks have captured are destroyed as often as they were made, also where the region is cancelled before the tasks begin. With
// GCC these run, on the threads that leave the region.
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=5 OMP_CANCELLATION=true
#include <omp.h>
#include <unistd.h>

#include "counted.h"

namespace {

enum { kTasks = 100 };

void cancel_with_tasks(int& late) {
  Counted captured;
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
      for (int i = 0; i < kTasks; i++) {
#pragma omp task firstprivate(captured) shared(late)
        {
          (void)captured;
          usleep(200);
          // A task that one of them makes has to run as well.
          Counted own;
#pragma omp task firstprivate(own) shared(late)
          {
            (void)own;
            hit(&late);
          }
        }
      }
#pragma omp cancel parallel
    }
    usleep(5000);
#pragma omp cancellation point parallel
  }
}

}  // namespace

int main() {
  int late = 0;
  for (int round = 0; round < 3; round++) {
    cancel_with_tasks(late);
    CHECK_EQUAL(alive, 0);
  }
  CHECK(late <= 3 * kTasks);
  // The next region is whole.
  int threads = 0;
#pragma omp parallel
  hit(&threads);
  CHECK_EQUAL(threads, omp_get_max_threads());
  return finish();
}
