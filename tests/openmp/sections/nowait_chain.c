// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sections, loops and singles in a row without barriers, run by threads that drift apart.
#include <omp.h>

#include "check.h"

enum { kLaps = 200 };

int main(void) {
  static int first[kLaps], second[kLaps], loop[kLaps], single[kLaps];
#pragma omp parallel
  for (int lap = 0; lap < kLaps; lap++) {
    if (lap % 5 == omp_get_thread_num()) work(3000);
#pragma omp sections nowait
    {
      hit(&first[lap]);
#pragma omp section
      hit(&second[lap]);
    }
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 3; i++) hit(&loop[lap]);
#pragma omp single nowait
    hit(&single[lap]);
#pragma omp sections nowait
    {
#pragma omp section
      hit(&first[lap]);
#pragma omp section
      hit(&second[lap]);
#pragma omp section
      work(10);
    }
  }
  for (int lap = 0; lap < kLaps; lap++) {
    CHECK_EQUAL(first[lap], 2);
    CHECK_EQUAL(second[lap], 2);
    CHECK_EQUAL(loop[lap], 3);
    CHECK_EQUAL(single[lap], 1);
  }
  return finish();
}
