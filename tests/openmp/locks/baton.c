// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads take turns under one lock, and a lock stays held from before a region into it.
#include <omp.h>

#include "check.h"

enum { kTurns = 60 };

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  int turn = 0, wrong = 0;
#pragma omp parallel
  {
    int me = omp_get_thread_num(), size = omp_get_num_threads();
    for (int mine = me; mine < kTurns; mine += size) {
      for (;;) {
        omp_set_lock(&lock);
        int is_mine = turn == mine;
        if (is_mine) turn++;
        omp_unset_lock(&lock);
        if (is_mine) break;
        work(50);
      }
    }
  }
  CHECK_EQUAL(turn, kTurns);

  // Held by the primary across the start of a region: the team gets it when the primary, inside, lets go.
  for (int round = 0; round < 50; round++) {
    int data = 0;
    omp_set_lock(&lock);
#pragma omp parallel
    {
      if (omp_get_thread_num() == 0) {
        data = 1;
        omp_unset_lock(&lock);
      } else {
        omp_set_lock(&lock);
        if (data != 1) hit(&wrong);
        omp_unset_lock(&lock);
      }
    }
  }
  CHECK_EQUAL(wrong, 0);
  omp_destroy_lock(&lock);
  return finish();
}
