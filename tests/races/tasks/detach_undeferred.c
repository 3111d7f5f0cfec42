// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An undeferred task with a detach clause: its maker goes on when the event is fulfilled, and what led to that comes before. Or the writing comes after it.
// compilers: gcc (for code of Clang an undeferred task is over when its block is, as on libomp)
#include "pair.h"

int main(void) {
  long a = 0;
  omp_event_handle_t shared_event = 0;
#pragma omp parallel num_threads(2) shared(a, shared_event)
  {
    if (omp_get_thread_num() == 0) {
      omp_event_handle_t event;
#pragma omp task detach(event) if (0) shared(shared_event)
      __atomic_store_n((long*)&shared_event, (long)event, __ATOMIC_RELAXED);
      a += 1;
    } else {
      omp_event_handle_t event;
      do {
        linger();
        event = (omp_event_handle_t)__atomic_load_n((long*)&shared_event, __ATOMIC_RELAXED);
      } while (event == 0);
#ifdef RACE
      omp_fulfill_event(event);
      a += 1;
#else
      a += 1;
      omp_fulfill_event(event);
#endif
    }
  }
  return finish(a);
}
