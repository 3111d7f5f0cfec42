// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A runtime that is wrong in a way that a check has to notice: a region runs with one thread that claims to be one of
// two, so that half of the work is left out. A second, idle thread makes the team look right from outside.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static void* idle(void* unused) {
  usleep(100 * 1000);
  return unused;
}

void GOMP_parallel(void (*body)(void*), void* data, unsigned threads, unsigned flags) {
  (void)threads;
  (void)flags;
  pthread_t thread;
  if (pthread_create(&thread, NULL, idle, NULL) != 0) return;
  body(data);
  pthread_join(thread, NULL);
}

void GOMP_atomic_start(void) {}
void GOMP_atomic_end(void) {}
int omp_get_thread_num(void) { return 0; }
int omp_get_num_threads(void) { return 2; }
