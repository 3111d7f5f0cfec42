// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// User threads fork teams at the same time and end; the next wave does it again. Each sees a team of its own.
#include <omp.h>
#include <pthread.h>

#include "check.h"

enum { kRoots = 6, kWaves = 8, kRegions = 20 };

static int bodies;

static void* root(void* argument) {
  int size = 1 + (int)(long)argument % 4;
  for (int region = 0; region < kRegions; region++) {
    int mine = 0;
    long sum = 0;
#pragma omp parallel num_threads(size) reduction(+ : sum)
    {
      hit(&mine);
      CHECK_EQUAL(omp_get_num_threads(), size);
      CHECK_EQUAL(omp_get_level(), 1);
#pragma omp for schedule(dynamic, 3)
      for (int i = 0; i < 50; i++) sum += i;
    }
    CHECK_EQUAL(mine, size);
    CHECK_EQUAL(sum, 50 * 49 / 2);
    for (int i = 0; i < mine; i++) hit(&bodies);
  }
  return NULL;
}

int main(void) {
  int expected = 0;
  for (int wave = 0; wave < kWaves; wave++) {
    pthread_t threads[kRoots];
    for (long r = 0; r < kRoots; r++) {
      expected += kRegions * (1 + (int)(r + wave) % 4);
      CHECK_EQUAL(pthread_create(&threads[r], NULL, root, (void*)(r + wave)), 0);
    }
    for (int r = 0; r < kRoots; r++) pthread_join(threads[r], NULL);
    CHECK_EQUAL(bodies, expected);
  }
  return finish();
}
