// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// peers: libomp
// Events that a thread fulfils which knows nothing of OpenMP: taskwait, taskgroup, barrier and the region's end wait for them.
// (libgomp 12 does not wake the team at a barrier.)
#include <omp.h>
#include <pthread.h>
#include <stdint.h>

#include "check.h"

enum { kEvents = 64 };

static omp_event_handle_t events[kEvents];
static int is_given[kEvents], is_fulfilled[kEvents];
static int given;

// Takes the events in the order in which they come, after a delay that grows and shrinks.
static void* fulfil_all(void* unused) {
  (void)unused;
  for (int i = 0; i < kEvents; i++) {
    while (!__atomic_load_n(&is_given[i], __ATOMIC_ACQUIRE)) sched_yield();
    work((unsigned)(i % 8) * 20000);
    __atomic_store_n(&is_fulfilled[i], 1, __ATOMIC_RELAXED);
    omp_fulfill_event(events[i]);
  }
  return NULL;
}

static int give(omp_event_handle_t event) {
  int mine = __atomic_fetch_add(&given, 1, __ATOMIC_RELAXED);
  events[mine] = event;
  __atomic_store_n(&is_given[mine], 1, __ATOMIC_RELEASE);
  return mine;
}

// Read without order: the runtime has to give it.
static int fulfilled(int number) { return __atomic_load_n(&is_fulfilled[number], __ATOMIC_RELAXED); }

static int wrong;

static void wait_at_taskwait(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < kEvents / 4; i++) {
    omp_event_handle_t event;
    int mine = -1;
#pragma omp task detach(event) shared(mine)
    mine = give(event);
#pragma omp taskwait
    if (mine < 0 || !fulfilled(mine)) hit(&wrong);
  }
}

static void wait_at_taskgroup(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < kEvents / 4; i++) {
    int mine = -1;
#pragma omp taskgroup
    {
#pragma omp task shared(mine)
      {
        omp_event_handle_t event;
#pragma omp task detach(event) shared(mine)
        mine = give(event);
      }
    }
    if (mine < 0 || !fulfilled(mine)) hit(&wrong);
  }
}

static void wait_at_barrier(void) {
  int last = -1;
#pragma omp parallel num_threads(2)
  for (int i = 0; i < kEvents / 4; i++) {
#pragma omp masked
    {
      omp_event_handle_t event;
#pragma omp task detach(event) shared(last)
      last = give(event);
    }
#pragma omp barrier
    if (last < 0 || !fulfilled(last)) hit(&wrong);
#pragma omp barrier
  }
}

static void wait_at_end_of_region(void) {
  for (int i = 0; i < kEvents / 4; i++) {
    int mine = -1;
#pragma omp parallel num_threads(2)
#pragma omp single nowait
    {
      omp_event_handle_t event;
#pragma omp task detach(event) shared(mine)
      mine = give(event);
    }
    if (mine < 0 || !fulfilled(mine)) hit(&wrong);
  }
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, fulfil_all, NULL);
  wait_at_taskwait();
  wait_at_taskgroup();
  wait_at_barrier();
  wait_at_end_of_region();
  pthread_join(thread, NULL);
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(given, kEvents);
  return finish();
}
