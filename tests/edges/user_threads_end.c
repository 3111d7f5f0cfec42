// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hundreds of user threads fork a team and end, one after the other and several at once: the process does not keep a pool for
// each of them.
// run: OMP_NUM_THREADS=4
#include <omp.h>
#include <pthread.h>

#include "process.h"

enum { kSize = 4, kAtOnce = 5 };

static void* root(void* unused) {
  (void)unused;
  for (int region = 0; region < 3; region++) {
    int threads = 0;
#pragma omp parallel num_threads(kSize)
    {
      hit(&threads);
#pragma omp barrier
    }
    CHECK_EQUAL(threads, kSize);
  }
  return NULL;
}

int main(void) {
  int before = threads_at_start(), most = 0, total = emulated() ? 30 : 200;
  root(NULL);
  for (int t = 0; t < total; t++) {
    pthread_t thread;
    CHECK_EQUAL(pthread_create(&thread, NULL, root, NULL), 0);
    pthread_join(thread, NULL);
  }
  // Main's own team, at most one more that an ended thread has left to be taken over, and one thread that would end it.
  int bound = before + 2 * (kSize - 1) + 1;
  int left = threads_after_waiting_for(bound);
  CHECK(left >= before && left <= bound);

  for (int wave = 0; wave < total / kAtOnce; wave++) {
    pthread_t threads[kAtOnce];
    for (int t = 0; t < kAtOnce; t++) CHECK_EQUAL(pthread_create(&threads[t], NULL, root, NULL), 0);
    for (int t = 0; t < kAtOnce; t++) pthread_join(threads[t], NULL);
    int now = threads_of_process();
    if (now > most) most = now;
  }
  bound = before + (kAtOnce + 1) * (kSize - 1) + 1;
  left = threads_after_waiting_for(bound);
  CHECK(left >= before && left <= bound);
  CHECK(most <= before + 3 * (kAtOnce + 1) * (kSize - 1));
  return finish();
}
