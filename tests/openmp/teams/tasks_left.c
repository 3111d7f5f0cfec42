// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that a team of a league leaves to its end, where they wait for an event, run before the league ends; also where somebody listens.
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=2 MUSTER_CHECK=true
// run: OMP_NUM_THREADS=2 MUSTER_LEDGER=/dev/shm/tasks_left.%p
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "check.h"

enum { kTeams = 2 };

static int before[kTeams], order[kTeams];
static omp_event_handle_t events[kTeams];
static int has_event[kTeams];

static void* fulfil_all(void* unused) {
  for (int team = 0; team < kTeams; team++) {
    while (!__atomic_load_n(&has_event[team], __ATOMIC_ACQUIRE)) usleep(100);
    // The team has come to its end by now, or comes there later.
    usleep(2000);
    __atomic_store_n(&order[team], 1, __ATOMIC_RELAXED);
    omp_fulfill_event(events[team]);
  }
  return unused;
}

int main(void) {
  int ran = 0;
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, NULL, fulfil_all, NULL), 0);
#pragma omp teams distribute num_teams(kTeams) shared(ran)
  for (int team = 0; team < kTeams; team++) {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : before[team]) firstprivate(team)
    {
      events[team] = event;
      __atomic_store_n(&has_event[team], 1, __ATOMIC_RELEASE);
    }
#pragma omp task depend(in : before[team]) firstprivate(team) shared(ran)
    if (__atomic_load_n(&order[team], __ATOMIC_RELAXED) == 1) hit(&ran);
  }
  CHECK_EQUAL(ran, kTeams);
  pthread_join(thread, NULL);
  char ledger[64];
  snprintf(ledger, sizeof ledger, "/dev/shm/tasks_left.%d", (int)getpid());
  unlink(ledger);
  return finish();
}
