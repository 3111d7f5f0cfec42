// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where two tasks have dependences of kind mutexinoutset on a location, the one made later runs first, because the other waits for something else:
// that is over only when the later one has run.
// run: OMP_NUM_THREADS=1
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=5
// peers: libomp (libgomp takes mutexinoutset for inout, and waits for ever)
#include <omp.h>

#include "check.h"

int main(void) {
  int gate = 0, order[2] = {0, 0}, runs = 0;
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp parallel
#pragma omp single
  for (int lap = 0; lap < 20; lap++) {
    runs = 0;
#pragma omp task depend(out : gate) detach(event) shared(gate)
    gate = 1;
#pragma omp task depend(mutexinoutset : order) depend(in : gate) shared(order, runs)
    order[runs++] = 1;
#pragma omp task depend(mutexinoutset : order) shared(order, runs) firstprivate(event)
    {
      order[runs++] = 2;
      omp_fulfill_event(event);
    }
    // After both.
#pragma omp task depend(in : order) shared(order, runs)
    order[0] = runs == 2 && order[0] == 2 && order[1] == 1 ? order[0] : -1;
#pragma omp taskwait
    CHECK_EQUAL(runs, 2);
    CHECK_EQUAL(gate, 1);
    CHECK_EQUAL(order[0], 2);
    CHECK_EQUAL(order[1], 1);
  }
  return finish();
}
