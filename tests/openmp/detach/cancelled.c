// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks with an event, which their bodies fulfil, in a taskgroup that is cancelled: they run, as nobody else would fulfil it.
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=5 OMP_CANCELLATION=true
// peers: none
// Why: a task may be discarded, and what becomes of its event then the specification does not say.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int round = 0; round < 50; round++) {
    int ran = 0, handed_on = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
    {
      for (int i = 0; i < 40; i++) {
        omp_event_handle_t event = (omp_event_handle_t)0;
        if (i == 20) {
#pragma omp task
          {
#pragma omp cancel taskgroup
          }
        }
#pragma omp task detach(event) shared(ran)
        {
          hit(&ran);
          omp_fulfill_event(event);
        }
        handed_on += event != (omp_event_handle_t)0;
      }
    }
    CHECK_EQUAL(ran, 40);
    CHECK_EQUAL(handed_on, 40);
  }
  return finish();
}
