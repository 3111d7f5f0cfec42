// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task that depends on a detached one runs after its event.
#include <omp.h>
#include <pthread.h>

#include "check.h"

static omp_event_handle_t given;
static int is_given;

static void* fulfil_later(void* value) {
  while (!__atomic_load_n(&is_given, __ATOMIC_ACQUIRE)) sched_yield();
  work(100000);
  *(int*)value += 1;
  omp_fulfill_event(given);
  return NULL;
}

int main(void) {
  int wrong = 0, value = 0;
#pragma omp parallel
#pragma omp single
  for (int lap = 0; lap < 10; lap++) {
    pthread_t thread;
    int before = value;
    is_given = 0;
    pthread_create(&thread, NULL, fulfil_later, &value);
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : value) shared(value)
    {
      value += 1;
      given = event;
      __atomic_store_n(&is_given, 1, __ATOMIC_RELEASE);
    }
#pragma omp task depend(inout : value) shared(value, wrong)
    {
      if (value != before + 2) hit(&wrong);
      value += 1;
    }
#pragma omp taskwait
    if (value != before + 3) hit(&wrong);
    pthread_join(thread, NULL);
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(value, 30);
  return finish();
}
