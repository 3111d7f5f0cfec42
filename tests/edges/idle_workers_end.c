// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads follow demand where OMP_DYNAMIC is true: workers of teams that rest end, and the next region of such a team has its threads again.
// run: OMP_DYNAMIC=true MUSTER_IDLE_TIME=50
// run: OMP_DYNAMIC=true MUSTER_IDLE_TIME=50 OMP_WAIT_POLICY=ACTIVE
// run: MUSTER_IDLE_TIME=50 SET_DYNAMIC=1
// peers: none (their workers stay as long as the thread of the program)
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>

#include "process.h"

enum { kMostRoots = 12, kSize = 4, kRests = 3 };

static int roots = kMostRoots;
static pthread_barrier_t all;

static void region(int size) {
  int members[kSize] = {0}, inner = 0;
#pragma omp parallel num_threads(size)
  {
    members[omp_get_thread_num()] = 1;
#pragma omp barrier
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 2 * kSize; i++) hit(&inner);
#pragma omp task shared(inner)
    hit(&inner);
  }
  int sum = 0;
  for (int i = 0; i < kSize; i++) sum += members[i];
  CHECK_EQUAL(sum, size);
  CHECK_EQUAL(inner, 2 * kSize + size);
}

static void* root(void* unused) {
  (void)unused;
  if (getenv("SET_DYNAMIC")) {
    // A team that is hot already.
    region(kSize);
    omp_set_dynamic(1);
  }
  for (int rest = 0; rest < kRests; rest++) {
    region(kSize);
    region(1);
    region(kSize - 1);
    region(kSize);
    pthread_barrier_wait(&all);
    // Main waits here until the workers have gone.
    pthread_barrier_wait(&all);
  }
  region(kSize);
  return NULL;
}

int main(void) {
  if (emulated()) roots = 3;
  int before = threads_at_start();
  pthread_t threads[kMostRoots];
  pthread_barrier_init(&all, NULL, (unsigned)roots + 1);
  for (int t = 0; t < roots; t++) CHECK_EQUAL(pthread_create(&threads[t], NULL, root, NULL), 0);
  for (int rest = 0; rest < kRests; rest++) {
    pthread_barrier_wait(&all);
    // One more thread ends the workers.
    CHECK(threads_after_waiting_for(before + roots + 1) <= before + roots + 1);
    pthread_barrier_wait(&all);
  }
  for (int t = 0; t < roots; t++) pthread_join(threads[t], NULL);
  // That one has left as well.
  CHECK_EQUAL(threads_after_waiting_for(before), before);
  return finish();
}
