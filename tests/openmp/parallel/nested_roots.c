// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Root threads that nest: what a level query answers belongs to the root that asks.
#include <omp.h>
#include <pthread.h>

#include "check.h"

enum { kRoots = 4, kRegions = 10 };

static void* root(void* argument) {
  int outer_size = 2 + (int)(long)argument % 2, inner_size = 3 - (int)(long)argument % 2;
  omp_set_max_active_levels(2);
  omp_set_num_threads(outer_size);
  for (int region = 0; region < kRegions; region++) {
    int inner = 0;
#pragma omp parallel
    {
      int outer = omp_get_thread_num();
#pragma omp parallel num_threads(inner_size)
      {
        CHECK_EQUAL(omp_get_team_size(1), outer_size);
        CHECK_EQUAL(omp_get_team_size(2), inner_size);
        CHECK_EQUAL(omp_get_ancestor_thread_num(1), outer);
        hit(&inner);
      }
    }
    CHECK_EQUAL(inner, outer_size * inner_size);
    CHECK_EQUAL(omp_get_max_threads(), outer_size);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[kRoots];
  for (long r = 0; r < kRoots; r++) CHECK_EQUAL(pthread_create(&threads[r], NULL, root, (void*)r), 0);
  root((void*)1L);
  for (int r = 0; r < kRoots; r++) pthread_join(threads[r], NULL);
  return finish();
}
