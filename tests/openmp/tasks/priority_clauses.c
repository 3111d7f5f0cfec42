// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The priority of a task counts where it has depend and detach clauses too: as soon as it may run.
// peers: none (a hint to them)
// run: OMP_NUM_THREADS=2 OMP_MAX_TASK_PRIORITY=10
#include <omp.h>

#include "check.h"

enum { kTasks = 20 };
enum Clauses { kDepends, kDependsOnHeld, kDetached, kBoth, kKinds };

static int order[kTasks], next, started;

static void note(int i) { order[__atomic_fetch_add(&next, 1, __ATOMIC_RELEASE)] = i; }

static void make_tasks(enum Clauses clauses) {
  int free_value = 0, held = 0;
  (void)free_value;
  (void)held;
  omp_event_handle_t event;
#pragma omp task depend(out : held)
  work(10);
  for (int i = 0; i < kTasks; i++) {
    switch (clauses) {
      case kDepends:
#pragma omp task priority(1 + i % 5) depend(in : free_value)
        note(i);
        break;
      case kDependsOnHeld:
#pragma omp task priority(1 + i % 5) depend(in : held)
        note(i);
        break;
      case kDetached:
#pragma omp task priority(1 + i % 5) detach(event)
      {
        note(i);
        omp_fulfill_event(event);
      } break;
      default:
#pragma omp task priority(1 + i % 5) depend(in : free_value) detach(event)
      {
        note(i);
        omp_fulfill_event(event);
      }
    }
  }
}

int main(void) {
  for (int clauses = kDepends; clauses < kKinds; clauses++) {
    next = started = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      // Keeps one thread busy until all tasks have run, so that the other takes them one by one.
#pragma omp task
      {
        __atomic_store_n(&started, 1, __ATOMIC_RELEASE);
        while (__atomic_load_n(&next, __ATOMIC_ACQUIRE) < kTasks) work(10);
      }
      while (!__atomic_load_n(&started, __ATOMIC_ACQUIRE)) work(10);
      make_tasks((enum Clauses)clauses);
    }
    CHECK_EQUAL(next, kTasks);
    for (int i = 1; i < kTasks; i++) {
      CHECK(order[i - 1] % 5 >= order[i] % 5);
    }
  }
  return finish();
}
