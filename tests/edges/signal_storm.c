// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Signals handled every millisecond, in whichever thread they strike, do not disturb barriers, locks or sleeping threads.
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=5 OMP_WAIT_POLICY=passive
#include <omp.h>
#include <string.h>
#include <sys/time.h>

#include "process.h"

static int signals;

static void on_alarm(int number) {
  (void)number;
  hit(&signals);
}

int main(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_alarm;  // without SA_RESTART: system calls return EINTR
  CHECK_EQUAL(sigaction(SIGALRM, &action, NULL), 0);
  struct itimerval every = {{0, 1000}, {0, 1000}};
  CHECK_EQUAL(setitimer(ITIMER_REAL, &every, NULL), 0);

  omp_lock_t lock;
  omp_init_lock(&lock);
  int size = requested_threads(), wrong = 0;
  long locked = 0;
  for (int region = 0; region < 40; region++) {
    int arrived = 0;
#pragma omp parallel
    for (int episode = 1; episode <= 10; episode++) {
      if (omp_get_thread_num() == episode % size) work(50000);
      hit(&arrived);
#pragma omp barrier
      if (__atomic_load_n(&arrived, __ATOMIC_RELAXED) < episode * size) hit(&wrong);
      omp_set_lock(&lock);
      locked++;
      omp_unset_lock(&lock);
    }
  }
  struct itimerval never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &never, NULL);
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(locked, 400L * size);
  CHECK(signals > 0);
  return finish();
}
