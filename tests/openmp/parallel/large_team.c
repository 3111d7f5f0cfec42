// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team of 64 threads, with barriers and a reduction.
// run: OMP_NUM_THREADS=64
// run: OMP_NUM_THREADS=33
#include <omp.h>

#include "check.h"

enum { kMost = 64 };

int main(void) {
  int size = requested_threads();
  int seen[kMost] = {0};
  for (int round = 0; round < 3; round++) {
    long sum = 0;
    int arrived = 0, early = 0;
#pragma omp parallel reduction(+ : sum)
    {
      CHECK_EQUAL(omp_get_num_threads(), size);
      hit(&seen[omp_get_thread_num()]);
      for (int episode = 1; episode <= 5; episode++) {
        hit(&arrived);
#pragma omp barrier
        if (__atomic_load_n(&arrived, __ATOMIC_RELAXED) < episode * size) hit(&early);
#pragma omp barrier
      }
      sum += omp_get_thread_num();
    }
    CHECK_EQUAL(early, 0);
    CHECK_EQUAL(sum, size * (size - 1) / 2);
  }
  for (int i = 0; i < kMost; i++) CHECK_EQUAL(seen[i], i < size ? 3 : 0);
  return finish();
}
