// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The right side may have another type than the variable: the sum is done in the wider one.
#include <omp.h>

#include "check.h"

enum { kLaps = 200 };

int main(void) {
  int threads = 0, whole = 0;
  short small = 0;
  float single = 0;
  long grown = 1;
  unsigned char byte = 0;
#pragma omp parallel
  {
    hit(&threads);
    for (int lap = 0; lap < kLaps; lap++) {
#pragma omp atomic
      whole += 2.75;  // truncated after each addition
#pragma omp atomic
      small += 1.0f;
#pragma omp atomic
      single += 0.5;
#pragma omp atomic
      byte += 300;
    }
#pragma omp single
    {
#pragma omp atomic
      grown *= 2.5;
    }
  }
  CHECK_EQUAL(whole, 2 * kLaps * threads);
  CHECK_EQUAL(small, kLaps * threads);
  CHECK_NEAR(single, 0.5 * kLaps * threads, 0);
  CHECK_EQUAL(byte, (unsigned char)(300 * kLaps * threads));
  CHECK_EQUAL(grown, 2);
  return finish();
}
