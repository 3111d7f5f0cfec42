// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of threadprivate variables persist between two regions of the same size (OpenMP 5.2, 5.2), however long the team rests: its workers
// stay, while those of a thread that has ended go.
// run: MUSTER_IDLE_TIME=50
// run: MUSTER_IDLE_TIME=0
// peers: none (workers of a thread that has ended stay in libomp's pool)
#include <omp.h>
#include <pthread.h>

#include "process.h"

enum { kSize = 4 };

static int kept;
#pragma omp threadprivate(kept)

static void* root(void* unused) {
  (void)unused;
  int threads = 0;
#pragma omp parallel num_threads(2 * kSize)
  hit(&threads);
  CHECK_EQUAL(threads, 2 * kSize);
  return NULL;
}

int main(void) {
  int before = threads_at_start(), persisted = 0;
#pragma omp parallel num_threads(kSize)
  kept = 100 + omp_get_thread_num();
  for (int round = 0; round < 3; round++) {
    pthread_t thread;
    CHECK_EQUAL(pthread_create(&thread, NULL, root, NULL), 0);
    pthread_join(thread, NULL);
    CHECK_EQUAL(threads_after_waiting_for(before + kSize - 1), before + kSize - 1);
#pragma omp parallel num_threads(kSize)
    if (kept == 100 + omp_get_thread_num()) hit(&persisted);
  }
  CHECK_EQUAL(persisted, 3 * kSize);
  return finish();
}
