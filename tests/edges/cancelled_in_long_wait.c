// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread is cancelled while it waits in the runtime, which is no cancellation point however long it waits and whatever the runtime looks up meanwhile: the region
// runs to its end, and the lock is taken.
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=2 MUSTER_CHECK=true
// run: OMP_NUM_THREADS=2 MUSTER_LEDGER=/dev/shm/cancelled_in_long_wait.%p
// run: OMP_NUM_THREADS=2 OMP_WAIT_POLICY=active KMP_BLOCKTIME=infinite
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "check.h"

// Longer than a wait after which the runtime looks whether all threads wait for each other.
enum { kLong_us = 1300000, kBeforeCancel_us = 100000 };

static omp_lock_t lock;
static int ended, got, left;

static void* wait_at_join(void* unused) {
  pthread_t self = pthread_self();
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) {
      usleep(kBeforeCancel_us);
      pthread_cancel(self);
      usleep(kLong_us);
      hit(&ended);
    }
  }
  // The other thread has left the region, whose variables are on this stack.
  left = ended;
  pthread_testcancel();
  left = -1;
  return unused;
}

static void* wait_at_lock(void* unused) {
  omp_set_lock(&lock);
  got = 1;
  omp_unset_lock(&lock);
  pthread_testcancel();
  got = -1;
  return unused;
}

int main(void) {
  omp_init_lock(&lock);
  omp_set_lock(&lock);
  pthread_t at_lock, at_join;
  void* result = NULL;
  CHECK_EQUAL(pthread_create(&at_lock, NULL, wait_at_lock, NULL), 0);
  CHECK_EQUAL(pthread_create(&at_join, NULL, wait_at_join, NULL), 0);
  usleep(kBeforeCancel_us);
  pthread_cancel(at_lock);
  CHECK_EQUAL(pthread_join(at_join, &result), 0);
  CHECK(result == PTHREAD_CANCELED);
  CHECK_EQUAL(left, 1);
  omp_unset_lock(&lock);
  CHECK_EQUAL(pthread_join(at_lock, &result), 0);
  CHECK(result == PTHREAD_CANCELED);
  CHECK_EQUAL(got, 1);
  omp_destroy_lock(&lock);
  char ledger[64];
  snprintf(ledger, sizeof ledger, "/dev/shm/cancelled_in_long_wait.%d", (int)getpid());
  unlink(ledger);
  return finish();
}
