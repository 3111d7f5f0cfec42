// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every thread makes tasks, in regions and in loops; the barrier at the end of each region completes them all.
#include <omp.h>

#include "check.h"

enum { kTasks = 40 };

int main(void) {
  int size = requested_threads();
  for (int region = 0; region < 30; region++) {
    int ran = 0, in_loop = 0, at_barrier = 0;
#pragma omp parallel
    {
      for (int i = 0; i < kTasks; i++) {
#pragma omp task shared(ran)
        hit(&ran);
      }
#pragma omp barrier
      if (__atomic_load_n(&ran, __ATOMIC_RELAXED) == kTasks * size) hit(&at_barrier);
#pragma omp for schedule(dynamic)
      for (int i = 0; i < kTasks; i++) {
#pragma omp task shared(in_loop)
        hit(&in_loop);
      }
    }
    CHECK_EQUAL(ran, kTasks * size);
    CHECK_EQUAL(at_barrier, size);
    CHECK_EQUAL(in_loop, kTasks);
  }
  return finish();
}
