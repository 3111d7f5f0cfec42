// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The process ends from inside a region, by any thread and by any way, with the status given and without hanging.
// libomp 19 is left out: at times it crashes here.
// peers: libgomp
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=5
// run: OMP_NUM_THREADS=5 OMP_WAIT_POLICY=passive
// run: OMP_NUM_THREADS=2 OMP_WAIT_POLICY=active
#include <omp.h>
#include <pthread.h>

#include "process.h"

static int leaver;
static void (*leave)(int);
static int fd_of_handler = -1;

static void note_handler(void) {
  if (write(fd_of_handler, "x", 1) != 1) _exit(99);
}

// Some threads wait at a barrier that never completes while one of them leaves.
static void leave_barrier(void) {
  atexit(note_handler);
#pragma omp parallel
  {
    if (omp_get_thread_num() == leaver) {
      work(200000);
      leave(7);
    }
#pragma omp barrier
  }
}

// The others are busy in user code, or wait at the region's end.
static void leave_busy(void) {
  atexit(note_handler);
#pragma omp parallel
  {
    if (omp_get_thread_num() == leaver) leave(7);
    if (omp_get_thread_num() % 2)
      for (;;) work(1000);
  }
}

static void leave_critical(void) {
  atexit(note_handler);
#pragma omp parallel
  {
#pragma omp critical
    if (omp_get_thread_num() == leaver) leave(7);
  }
}

// main has returned while another root thread is in a region.
static void* endless_root(void* started) {
#pragma omp parallel num_threads(3)
  for (;;) {
    __atomic_store_n((int*)started, 1, __ATOMIC_RELEASE);
#pragma omp barrier
  }
  return NULL;
}

static void leave_other_root(void) {
  atexit(note_handler);
  static int started;
  pthread_t thread;
  pthread_create(&thread, NULL, endless_root, &started);
  while (!__atomic_load_n(&started, __ATOMIC_ACQUIRE)) sleep_milliseconds(1);
#pragma omp parallel
  work(100);
  leave(7);
}

static void check_exit(void (*body)(void), void (*way)(int), int runs_handlers) {
  int ends[2];
  char byte;
  CHECK_EQUAL(pipe(ends), 0);
  fd_of_handler = ends[1];
  leave = way;
  CHECK_EQUAL(exit_code(status_of_child(body)), 7);
  close(ends[1]);
  CHECK_EQUAL(read(ends[0], &byte, 1), runs_handlers);
  close(ends[0]);
}

int main(void) {
  void (*bodies[])(void) = {leave_barrier, leave_busy, leave_critical, leave_other_root};
  for (unsigned b = 0; b < sizeof bodies / sizeof *bodies; b++) {
    for (leaver = 0; leaver < 2; leaver++) {
      check_exit(bodies[b], exit, 1);
      check_exit(bodies[b], _exit, 0);
    }
  }
  return finish();
}
