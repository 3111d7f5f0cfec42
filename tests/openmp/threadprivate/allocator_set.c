// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_NUM_THREADS=4 OMP_DYNAMIC=false
// A region in which the default allocator is set leaves the team its workers: what they keep is there in the next region, whatever teams
// other threads of the program have meanwhile (OpenMP 5.2, 5.2: dyn-var is false, and the sizes are the same).
#include <omp.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"

static int kept;
#pragma omp threadprivate(kept)

// After so long a team that has lent its workers gives them up.
enum { kRest_us = 150 * 1000 };

static pthread_barrier_t has_team, is_done;

static void* have_a_team(void* unused) {
  (void)unused;
  usleep(kRest_us);
  int threads = 0;
#pragma omp parallel num_threads(4) reduction(+ : threads)
  threads++;
  CHECK_EQUAL(threads, 4);
  pthread_barrier_wait(&has_team);
  pthread_barrier_wait(&is_done);
  return NULL;
}

int main(void) {
#pragma omp parallel num_threads(4)
  {
    kept = omp_get_thread_num() + 1;
    omp_set_default_allocator(omp_default_mem_alloc);
  }
  pthread_barrier_init(&has_team, NULL, 2);
  pthread_barrier_init(&is_done, NULL, 2);
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, NULL, have_a_team, NULL), 0);
  pthread_barrier_wait(&has_team);
  int lost = 0;
#pragma omp parallel num_threads(4) shared(lost)
  if (kept != omp_get_thread_num() + 1) hit(&lost);
  CHECK_EQUAL(lost, 0);
  pthread_barrier_wait(&is_done);
  pthread_join(thread, NULL);
  return finish();
}
