// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SIGINT ends a process at once, whatever its threads do: work, wait at a barrier, or idle between regions.
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=5 OMP_WAIT_POLICY=passive
#include <omp.h>

#include "process.h"

static int ready_pipe[2];

static void tell_ready(void) {
  if (write(ready_pipe[1], "x", 1) != 1) _exit(99);
}

static void working(void) {
#pragma omp parallel
  {
#pragma omp barrier
    if (omp_get_thread_num() == 0) tell_ready();
    for (;;) work(1000);
  }
}

static void waiting(void) {
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
      tell_ready();
      for (;;) pause();
    }
#pragma omp barrier
  }
}

static void idle(void) {
#pragma omp parallel
  work(10);
  tell_ready();
  for (;;) pause();
}

static int status_when_interrupted(void (*body)(void)) {
  char byte;
  CHECK_EQUAL(pipe(ready_pipe), 0);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGINT, SIG_DFL);
    body();
    _exit(98);
  }
  CHECK_EQUAL(read(ready_pipe[0], &byte, 1), 1);
  sleep_milliseconds(20);
  kill(child, SIGINT);
  close(ready_pipe[0]);
  close(ready_pipe[1]);
  return wait_for_child(child, kChildSeconds);
}

int main(void) {
  CHECK_EQUAL(end_signal(status_when_interrupted(working)), SIGINT);
  CHECK_EQUAL(end_signal(status_when_interrupted(waiting)), SIGINT);
  CHECK_EQUAL(end_signal(status_when_interrupted(idle)), SIGINT);
  return finish();
}
