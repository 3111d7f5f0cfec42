// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several threads of the program with nested regions, some of which rest: their workers are taken by each other and by the thread that ends
// them, at any moment, and each region has all its threads.
// run: OMP_DYNAMIC=true OMP_MAX_ACTIVE_LEVELS=2 MUSTER_IDLE_TIME=0
// run: OMP_DYNAMIC=true OMP_MAX_ACTIVE_LEVELS=2 MUSTER_IDLE_TIME=20
#include <omp.h>
#include <pthread.h>

#include "process.h"

enum { kRoots = 6, kOuter = 3, kInner = 2 };

static void* root(void* unused) {
  (void)unused;
  int regions = emulated() ? 40 : 200;
  for (int region = 0; region < regions; region++) {
    int threads = 0;
#pragma omp parallel num_threads(kOuter)
#pragma omp parallel num_threads(kInner)
    hit(&threads);
    CHECK_EQUAL(threads, kOuter * kInner);
    if (region % 20 == 0) sleep_milliseconds(region % 7 * 15);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[kRoots];
  for (int t = 0; t < kRoots; t++) CHECK_EQUAL(pthread_create(&threads[t], NULL, root, NULL), 0);
  for (int t = 0; t < kRoots; t++) pthread_join(threads[t], NULL);
  return finish();
}
