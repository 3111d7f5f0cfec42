// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main thread leaves by pthread_exit while another thread goes on with regions; the process ends when that one does.
// ThreadSanitizer cannot join the main thread, and LeakSanitizer sees 24 bytes that the C library keeps for dlerror() in each thread and
// forgets when the main thread ends so.
// not-under: thread address
#include <omp.h>
#include <pthread.h>

#include "process.h"

static pthread_t main_thread;

static void* go_on(void* unused) {
  (void)unused;
  pthread_join(main_thread, NULL);
  for (int round = 0; round < 20; round++) {
    int threads = 0;
#pragma omp parallel num_threads(3)
    {
      hit(&threads);
#pragma omp barrier
    }
    CHECK_EQUAL(threads, 3);
  }
  exit(finish());
}

int main(void) {
  int threads = 0;
#pragma omp parallel
  hit(&threads);
  CHECK_EQUAL(threads, requested_threads());
  main_thread = pthread_self();
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, NULL, go_on, NULL), 0);
  pthread_exit(NULL);
}
