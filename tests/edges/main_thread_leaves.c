// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main thread leaves by pthread_exit after a region, and so does each thread of the program: the process ends, with status 0. Workers that went on
// waiting for regions would keep it for ever, as on libomp, and as on libgomp where a destructor runs the last region.
// peers: none
// ThreadSanitizer and LeakSanitizer end the process otherwise (main_thread_ends.c).
// not-under: thread address
#include <omp.h>
#include <pthread.h>

#include "process.h"

static void region(void) {
  int threads = 0;
#pragma omp parallel num_threads(3)
  {
    hit(&threads);
#pragma omp barrier
  }
  CHECK_EQUAL(threads, 3);
}

// `main_thread`: to wait for, which only one thread may; null: goes on at once.
static void* outlive_main(void* main_thread) {
  if (main_thread) pthread_join(*(pthread_t*)main_thread, NULL);
  region();
  return NULL;
}

// A destructor that runs a region makes the thread a root once more.
static pthread_key_t late;
static void run_region(void* unused) {
  (void)unused;
  region();
}

static void check_leaving(int other_threads, int in_destructor) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    static pthread_t self;
    self = pthread_self();
    region();
    if (in_destructor) {
      CHECK_EQUAL(pthread_key_create(&late, &run_region), 0);
      CHECK_EQUAL(pthread_setspecific(late, &late), 0);
    }
    for (int i = 0; i < other_threads; i++) {
      pthread_t thread;
      CHECK_EQUAL(pthread_create(&thread, NULL, &outlive_main, i == 0 ? &self : NULL), 0);
      CHECK_EQUAL(pthread_detach(thread), 0);
    }
    if (finish() != 0) _exit(1);
    pthread_exit(NULL);
  }
  CHECK_EQUAL(wait_for_child(child, kChildSeconds), 0);
}

int main(void) {
  for (int other_threads = 0; other_threads < 3; other_threads++) {
    check_leaving(other_threads, 0);
    check_leaving(other_threads, 1);
  }
  return finish();
}
