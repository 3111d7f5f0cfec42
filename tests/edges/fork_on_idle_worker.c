// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A signal comes to a worker whose team has been freed, and its handler forks: the child is whole. Workers keep nothing of the teams that they have left.
// peers: none
// Why: the peers' workers are not told from others here.
// run: OMP_NUM_THREADS=24
// run: OMP_NUM_THREADS=3
// not-under: thread
#define _GNU_SOURCE
#include <dirent.h>
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"

static int handled, broken;

static void fork_here(int number) {
  (void)number;
  pid_t child = fork();
  if (child == 0) _exit(0);
  int status = -1;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) hit(&broken);
  hit(&handled);
}

static void* root(void* unused) {
  int threads = 0;
#pragma omp parallel
  hit(&threads);
  CHECK_EQUAL(threads, requested_threads());
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = fork_here, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &action, NULL);
  for (int round = 0; round < 3; round++) {
    pthread_t thread;
    CHECK_EQUAL(pthread_create(&thread, NULL, root, NULL), 0);
    CHECK_EQUAL(pthread_join(thread, NULL), 0);
    // A thread of the runtime that blocks signals may be there too, and the root that is about to have gone.
    int told = 0, workers = requested_threads() - 1;
    DIR* tasks = opendir("/proc/self/task");
    for (struct dirent* task; (task = readdir(tasks)) != NULL;) {
      pid_t number = atoi(task->d_name);
      if (number > 0 && number != getpid()) told += syscall(SYS_tgkill, getpid(), number, SIGUSR1) == 0;
    }
    closedir(tasks);
    CHECK(told >= workers);
    for (int waits = 0; __atomic_load_n(&handled, __ATOMIC_RELAXED) < workers && waits < 2000; waits++)
      sleep_milliseconds(5);
    CHECK(handled >= workers);
    __atomic_store_n(&handled, 0, __ATOMIC_RELAXED);
  }
  CHECK_EQUAL(broken, 0);
  return finish();
}
