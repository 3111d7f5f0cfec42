// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Explicit barriers between loops, singles, sections and criticals, whose own barriers take part in the same sequence.
#include <omp.h>

#include "check.h"

enum { kLaps = 150, kCount = 20 };

int main(void) {
  int data[kCount] = {0}, total = 0, wrong = 0;
#pragma omp parallel
  for (int lap = 1; lap <= kLaps; lap++) {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < kCount; i++) data[i] = lap * i;
#pragma omp single
    {
      total = 0;
      for (int i = 0; i < kCount; i++) total += data[i];
    }
    if (total != lap * kCount * (kCount - 1) / 2) hit(&wrong);
#pragma omp barrier
#pragma omp sections
    {
#pragma omp section
      data[0] = -lap;
#pragma omp section
      data[1] = -lap;
    }
    if (data[0] + data[1] != -2 * lap) hit(&wrong);
#pragma omp barrier
#pragma omp master
    total = -1;
#pragma omp barrier
    if (total != -1) hit(&wrong);
#pragma omp barrier
#pragma omp critical
    total--;
#pragma omp barrier
    if (total != -1 - omp_get_num_threads()) hit(&wrong);
#pragma omp barrier
  }
  CHECK_EQUAL(wrong, 0);
  return finish();
}
