// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task with a false if clause, or of a final task, runs in the thread that meets it, behind what it depends on. In code of GCC that thread goes on when the
// event has been fulfilled too; in code of Clang it does so when the block has run, as on libomp.
// run: OMP_NUM_THREADS=1
// run: OMP_NUM_THREADS=3
// run: OMP_NUM_THREADS=3 OMP_WAIT_POLICY=passive
#include <omp.h>
#include <pthread.h>

#include "process.h"

#if defined(__clang__)
enum { kWaits = 0 };
#else
enum { kWaits = 1 };
#endif

static omp_event_handle_t given;
static int is_fulfilled, is_finished, runner;
static pthread_t fulfiller;

static void* fulfil(void* unused) {
  sleep_milliseconds(20);
  __atomic_store_n(&is_fulfilled, 1, __ATOMIC_RELEASE);
  omp_fulfill_event(given);
  return unused;
}

static void run_block(omp_event_handle_t event) {
  given = event;
  runner = omp_get_thread_num();
  is_fulfilled = 0;
  pthread_create(&fulfiller, NULL, fulfil, NULL);
}

static void look_behind_the_task(void) {
  CHECK_EQUAL(runner, omp_get_thread_num());
  if (kWaits) CHECK(__atomic_load_n(&is_fulfilled, __ATOMIC_ACQUIRE));
#pragma omp taskwait
  CHECK(__atomic_load_n(&is_fulfilled, __ATOMIC_ACQUIRE));
  pthread_join(fulfiller, NULL);
}

static void with_if_clause(void) {
  omp_event_handle_t event;
  int never = 0;
  runner = -1;
#pragma omp task if (never) detach(event)
  run_block(event);
  look_behind_the_task();
}

static void with_dependence(void) {
  omp_event_handle_t event;
  int never = 0, value = 0;
  (void)value;
  runner = -1;
  is_finished = 0;
#pragma omp task depend(out : value)
  {
    sleep_milliseconds(5);
    __atomic_store_n(&is_finished, 1, __ATOMIC_RELEASE);
  }
#pragma omp task if (never) depend(inout : value) detach(event)
  {
    CHECK(__atomic_load_n(&is_finished, __ATOMIC_ACQUIRE));
    run_block(event);
  }
  look_behind_the_task();
}

static void in_final_task(void) {
  int always = 1;
#pragma omp task final(always)
  {
    omp_event_handle_t event;
    runner = -1;
#pragma omp task detach(event)
    run_block(event);
    look_behind_the_task();
  }
#pragma omp taskwait
}

// The event may be fulfilled before the block ends.
static void fulfilled_inside(void) {
  omp_event_handle_t event;
  int never = 0, done = 0;
#pragma omp task if (never) detach(event) shared(done)
  {
    omp_fulfill_event(event);
    done = 1;
  }
  CHECK_EQUAL(done, 1);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 5; round++) {
    with_if_clause();
    with_dependence();
    in_final_task();
    fulfilled_inside();
  }
  return finish();
}
