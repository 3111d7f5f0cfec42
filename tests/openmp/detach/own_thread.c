// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A detached task whose event is fulfilled by its own block, by a later task, or by the thread that made it.
#include <omp.h>

#include "check.h"

int main(void) {
  int size = requested_threads(), ran = 0, wrong = 0;
#pragma omp parallel
  {
    omp_event_handle_t event, other;
    for (int lap = 0; lap < 100; lap++) {
      int done = 0;
#pragma omp task detach(event) shared(done)
      {
        hit(&done);
        omp_fulfill_event(event);
      }
#pragma omp taskwait
      if (done != 1) hit(&wrong);

#pragma omp task detach(event) shared(done)
      hit(&done);
      omp_fulfill_event(event);
#pragma omp taskwait
      if (done != 2) hit(&wrong);

#pragma omp taskgroup
      {
#pragma omp task detach(event) shared(done)
        hit(&done);
#pragma omp task detach(other) shared(done) firstprivate(event)
        {
          omp_fulfill_event(event);
          hit(&done);
        }
#pragma omp task firstprivate(other) shared(done)
        {
          omp_fulfill_event(other);
          hit(&done);
        }
      }
      if (done != 5) hit(&wrong);
      __atomic_fetch_add(&ran, done, __ATOMIC_RELAXED);
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(ran, 500 * size);
  return finish();
}
