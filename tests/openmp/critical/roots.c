// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A critical region excludes the threads of the whole program, not only of one team (OpenMP 5.2, 15.2).
#include <omp.h>
#include <pthread.h>

#include "check.h"

enum { kRoots = 4, kLaps = 2000 };

static long count;

static void* root(void* unused) {
  (void)unused;
#pragma omp parallel num_threads(2)
  for (int lap = 0; lap < kLaps; lap++) {
#pragma omp critical(shared_by_roots)
    count++;
  }
#pragma omp critical(shared_by_roots)
  count++;
  return NULL;
}

int main(void) {
  pthread_t threads[kRoots];
  for (int r = 0; r < kRoots; r++) CHECK_EQUAL(pthread_create(&threads[r], NULL, root, NULL), 0);
  for (int r = 0; r < kRoots; r++) pthread_join(threads[r], NULL);
  CHECK_EQUAL(count, kRoots * (2L * kLaps + 1));
  return finish();
}
