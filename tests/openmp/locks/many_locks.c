// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thousands of locks at once, each guarding its own number, made and destroyed by several threads.
#include <omp.h>

#include "check.h"

enum { kLocks = 4000 };

int main(void) {
  omp_lock_t* locks = malloc(kLocks * sizeof *locks);
  omp_nest_lock_t* nests = malloc(kLocks * sizeof *nests);
  int* counts = calloc(kLocks, sizeof *counts);
  for (int round = 0; round < 3; round++) {
#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 100)
      for (int i = 0; i < kLocks; i++) {
        omp_init_lock(&locks[i]);
        omp_init_nest_lock(&nests[i]);
      }
      for (int i = 0; i < kLocks; i++) {
        omp_set_lock(&locks[i]);
        omp_set_nest_lock(&nests[(i + 1) % kLocks]);
        counts[i]++;
        omp_unset_nest_lock(&nests[(i + 1) % kLocks]);
        omp_unset_lock(&locks[i]);
      }
#pragma omp barrier
#pragma omp for
      for (int i = 0; i < kLocks; i++) {
        omp_destroy_lock(&locks[i]);
        omp_destroy_nest_lock(&nests[i]);
      }
    }
    int wrong = 0;
    for (int i = 0; i < kLocks; i++) wrong += counts[i] != (round + 1) * requested_threads();
    CHECK_EQUAL(wrong, 0);
  }
  free(locks);
  free(nests);
  free(counts);
  return finish();
}
