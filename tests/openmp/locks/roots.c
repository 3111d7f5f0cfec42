// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locks between teams of different root threads, and between user threads outside of any region.
#include <omp.h>
#include <pthread.h>

#include "check.h"

enum { kRoots = 4, kLaps = 500 };

static omp_lock_t lock;
static omp_nest_lock_t nest;
static long count, nested;

static void* root(void* unused) {
  (void)unused;
  for (int lap = 0; lap < kLaps; lap++) {
    omp_set_lock(&lock);
    count++;
    omp_unset_lock(&lock);
  }
#pragma omp parallel num_threads(2)
  for (int lap = 0; lap < kLaps; lap++) {
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    nested++;
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
  }
  return NULL;
}

int main(void) {
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
  pthread_t threads[kRoots];
  for (int r = 0; r < kRoots; r++) CHECK_EQUAL(pthread_create(&threads[r], NULL, root, NULL), 0);
  for (int r = 0; r < kRoots; r++) pthread_join(threads[r], NULL);
  CHECK_EQUAL(count, (long)kRoots * kLaps);
  CHECK_EQUAL(nested, 2L * kRoots * kLaps);
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
  return finish();
}
