// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each section runs once, with more and with fewer sections than threads, split and combined; a barrier ends the construct.
#include <omp.h>

#include "check.h"

static int ran[12];

static void expect(int sections, int times) {
  for (int i = 0; i < 12; i++) CHECK_EQUAL(ran[i], i < sections ? times : 0);
  for (int i = 0; i < 12; i++) ran[i] = 0;
}

// R7: reason: two sections constructs are long when written out, and they are what is tested.
int main(void) {
  for (int size = 1; size <= 14; size += size < 6 ? 1 : 4) {
    int late = 0;
#pragma omp parallel num_threads(size)
    for (int lap = 1; lap <= 10; lap++) {
#pragma omp sections
      {
        hit(&ran[0]);
#pragma omp section
        hit(&ran[1]);
#pragma omp section
        {
          work(500);
          hit(&ran[2]);
        }
#pragma omp section
        hit(&ran[3]);
#pragma omp section
        hit(&ran[4]);
      }
      for (int s = 0; s < 5; s++)
        if (__atomic_load_n(&ran[s], __ATOMIC_RELAXED) < lap) hit(&late);
#pragma omp barrier
    }
    CHECK_EQUAL(late, 0);
    expect(5, 10);

#pragma omp parallel sections num_threads(size)
    {
      hit(&ran[0]);
#pragma omp section
      hit(&ran[1]);
#pragma omp section
      hit(&ran[2]);
#pragma omp section
      hit(&ran[3]);
#pragma omp section
      hit(&ran[4]);
#pragma omp section
      hit(&ran[5]);
#pragma omp section
      hit(&ran[6]);
#pragma omp section
      hit(&ran[7]);
#pragma omp section
      hit(&ran[8]);
#pragma omp section
      hit(&ran[9]);
#pragma omp section
      hit(&ran[10]);
#pragma omp section
      hit(&ran[11]);
    }
    expect(12, 1);

#pragma omp parallel sections num_threads(size)
    {
      hit(&ran[0]);
    }
    expect(1, 1);
  }
  return finish();
}
