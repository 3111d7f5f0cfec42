// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task with an event, in a team of one thread; its maker fulfils the event and does not wait.
// modes: deep (one thread runs both)
#include "pair.h"

int main(void) {
  long a = 0, seen = 0;
#pragma omp parallel num_threads(1)
  {
    omp_event_handle_t event;
#pragma omp task shared(a) detach(event)
    a = 7;
    omp_fulfill_event(event);
#ifndef RACE
#pragma omp taskwait
#endif
    seen = a;
  }
  return finish(seen);
}
