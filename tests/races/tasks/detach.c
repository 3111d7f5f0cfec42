// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the event of a task stands for is done before it is fulfilled, or after.
#include "pair.h"

int main(void) {
  long a = 0, body = 0, seen = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) shared(body)
    body = 1;
#pragma omp task firstprivate(event) shared(a)
    {
#ifdef RACE
      omp_fulfill_event(event);
      linger();
      a = 5;
#else
      a = 5;
      omp_fulfill_event(event);
#endif
    }
#ifdef RACE
    linger();
    seen = a;
#endif
#pragma omp taskwait
    seen += a + body;
  }
  return finish(seen > 0);
}
