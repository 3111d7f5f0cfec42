// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program's errno is the same behind a lock, a critical construct and a barrier for which its thread has slept, also where signals broke the sleep.
// peers: libgomp
// Why: the first routine that a program calls leaves its own number on libomp 19.
// run: OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive
#include <errno.h>
#include <omp.h>
#include <stdatomic.h>

#include "process.h"

enum { kOwn = 4321 };

static omp_lock_t lock;
static atomic_int about_to_wait;
static pthread_t sleeper;

static void do_nothing(int signal) { (void)signal; }

// Until the other thread is about to wait, and then for as long as it takes to fall asleep, with signals that wake it.
static void break_its_sleep(void) {
  while (!about_to_wait) sleep_milliseconds(1);
  for (int i = 0; i < 5; i++) {
    sleep_milliseconds(5);
    pthread_kill(sleeper, SIGUSR1);
  }
  sleep_milliseconds(5);
}

static void begin_to_wait(void) {
  sleeper = pthread_self();
  errno = kOwn;
  about_to_wait = 1;
}

static void wait_for_lock(void) {
  omp_set_lock(&lock);
  about_to_wait = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    break_its_sleep();
    omp_unset_lock(&lock);
  } else {
    begin_to_wait();
    omp_set_lock(&lock);
    CHECK_EQUAL(errno, kOwn);
    omp_unset_lock(&lock);
  }
}

static void wait_for_critical(void) {
  atomic_int is_inside = 0;
  about_to_wait = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
#pragma omp critical
    {
      is_inside = 1;
      break_its_sleep();
    }
  } else {
    while (!is_inside) sleep_milliseconds(1);
    begin_to_wait();
#pragma omp critical
    CHECK_EQUAL(errno, kOwn);
  }
}

static void wait_at_barrier(void) {
  about_to_wait = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      break_its_sleep();
    } else {
      begin_to_wait();
    }
#pragma omp barrier
    if (omp_get_thread_num() == 1) CHECK_EQUAL(errno, kOwn);
  }
}

int main(void) {
  // Without SA_RESTART: the calls that a signal breaks fail.
  struct sigaction action = {.sa_handler = do_nothing};
  CHECK_EQUAL(sigaction(SIGUSR1, &action, NULL), 0);
  errno = kOwn;
  omp_init_lock(&lock);
  omp_get_max_threads();
  CHECK_EQUAL(errno, kOwn);
  for (int round = 0; round < 3; round++) {
    wait_for_lock();
    wait_for_critical();
    wait_at_barrier();
  }
  omp_destroy_lock(&lock);
  return finish();
}
