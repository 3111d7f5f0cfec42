// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that the user creates have threadprivate copies of their own, apart from those of the pool.
#include <omp.h>
#include <pthread.h>

#include "check.h"

static int mine = 11;
#pragma omp threadprivate(mine)

static void* root(void* argument) {
  int id = (int)(long)argument;
  CHECK_EQUAL(mine, 11);
  mine = 1000 + id;
  for (int round = 0; round < 20; round++) {
#pragma omp parallel num_threads(3)
    if (omp_get_thread_num() == 0) CHECK_EQUAL(mine, 1000 + id);
    CHECK_EQUAL(mine, 1000 + id);
  }
  return NULL;
}

int main(void) {
  mine = 5;
  for (int wave = 0; wave < 3; wave++) {
    pthread_t threads[4];
    for (long r = 0; r < 4; r++) CHECK_EQUAL(pthread_create(&threads[r], NULL, root, (void*)r), 0);
    for (int r = 0; r < 4; r++) pthread_join(threads[r], NULL);
  }
  CHECK_EQUAL(mine, 5);
  return finish();
}
