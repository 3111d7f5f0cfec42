// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// copyin gives every thread the primary thread's value at the start of the region.
#include <omp.h>

#include "check.h"

static int number;
static double values[20];
static struct {
  int a[40];
} large;
#pragma omp threadprivate(number, values, large)

int main(void) {
  int wrong = 0;
  for (int round = 1; round <= 200; round++) {
    int size = 1 + round % 5;
    number = round;
    values[19] = round * 0.5;
    large.a[39] = -round;
#pragma omp parallel copyin(number, values, large) num_threads(size)
    {
      if (number != round || values[19] != round * 0.5 || large.a[39] != -round) hit(&wrong);
#pragma omp barrier
      number += omp_get_thread_num();
      values[19] = 0;
    }
    if (number != round) hit(&wrong);
  }
  CHECK_EQUAL(wrong, 0);
  int different = 0;
#pragma omp parallel copyin(number)
  {
    number = omp_get_thread_num();
#pragma omp barrier
    if (number != omp_get_thread_num()) hit(&different);
  }
  CHECK_EQUAL(different, 0);
  return finish();
}
