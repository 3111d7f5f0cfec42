// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// peers: libgomp
// Tasks that take part in a region's reduction from a function that knows the variable by its global name. (libomp 19 ends the
// program with a failed assertion.)
#include <omp.h>

#include "check.h"

static long sum;

static void add(long value) {
#pragma omp task in_reduction(+ : sum) firstprivate(value)
  sum += value;
}

int main(void) {
  int size = requested_threads();
  for (int lap = 1; lap <= 50; lap++) {
#pragma omp parallel reduction(task, + : sum)
    {
      sum += 1;
      add(2);
      add(omp_get_thread_num());
    }
    CHECK_EQUAL(sum, lap * (3 * size + size * (size - 1) / 2));
  }
  return finish();
}
