// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Teams of several root threads at barriers at the same time.
#include <omp.h>
#include <pthread.h>

#include "check.h"

enum { kRoots = 4, kEpisodes = 200 };

static void* root(void* argument) {
  int size = 2 + (int)(long)argument % 3, arrived = 0, early = 0;
#pragma omp parallel num_threads(size)
  for (int episode = 1; episode <= kEpisodes; episode++) {
    hit(&arrived);
#pragma omp barrier
    if (__atomic_load_n(&arrived, __ATOMIC_RELAXED) < episode * size) hit(&early);
  }
  CHECK_EQUAL(early, 0);
  CHECK_EQUAL(arrived, size * kEpisodes);
  return NULL;
}

int main(void) {
  pthread_t threads[kRoots];
  for (long r = 0; r < kRoots; r++) CHECK_EQUAL(pthread_create(&threads[r], NULL, root, (void*)r), 0);
  for (int r = 0; r < kRoots; r++) pthread_join(threads[r], NULL);
  return finish();
}
