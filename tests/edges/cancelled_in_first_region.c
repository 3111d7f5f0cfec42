// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that has been cancelled comes to its first region before it comes to a cancellation point: the runtime is none, though it reads files there. So the
// region runs to its end, and no lock of the runtime is left locked.
// run: OMP_DYNAMIC=false
// run: OMP_DYNAMIC=true
// run: OMP_NUM_THREADS=4
#include <omp.h>
#include <pthread.h>

#include "check.h"

static int ran;

static void* body(void* unused) {
  (void)unused;
  pthread_cancel(pthread_self());
#pragma omp parallel
  {
#pragma omp single
    ran++;
  }
  pthread_testcancel();
  ran = -1;
  return NULL;
}

int main(void) {
  for (int round = 1; round <= 20; round++) {
    pthread_t thread;
    void* result = NULL;
    CHECK_EQUAL(pthread_create(&thread, NULL, body, NULL), 0);
    CHECK_EQUAL(pthread_join(thread, &result), 0);
    CHECK(result == PTHREAD_CANCELED);
    CHECK_EQUAL(ran, round);
  }
  // The locks are open.
  int threads = 0;
#pragma omp parallel num_threads(6)
  hit(&threads);
  CHECK_EQUAL(threads, omp_get_dynamic() ? threads : 6);
  return finish();
}
