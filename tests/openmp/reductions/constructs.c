// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions on each construct that takes them: region, loop in a region with and without nowait, sections, and combined.
#include <omp.h>

#include "check.h"

enum { kLaps = 200, kCount = 30 };

int main(void) {
  int size = requested_threads(), wrong = 0;
  for (int lap = 0; lap < kLaps; lap++) {
    long region = lap, loop = 10, nowait = 20, sections = 30, combined = 40;
#pragma omp parallel reduction(+ : region)
    {
      region += omp_get_thread_num() + 1;
#pragma omp for reduction(+ : loop)
      for (int i = 0; i < kCount; i++) loop += i;
      if (loop != 10 + kCount * (kCount - 1) / 2) hit(&wrong);  // complete after the loop's barrier
#pragma omp for reduction(+ : nowait) nowait
      for (int i = 0; i < kCount; i++) nowait += i;
#pragma omp sections reduction(+ : sections)
      {
        sections += 1;
#pragma omp section
        sections += 2;
#pragma omp section
        sections += 4;
      }
      if (sections != 37) hit(&wrong);
      if (nowait != 20 + kCount * (kCount - 1) / 2) hit(&wrong);  // a barrier has passed since
    }
#pragma omp parallel sections reduction(- : combined)
    {
      combined -= 3;
#pragma omp section
      combined -= 4;
    }
    if (region != lap + size * (size + 1) / 2) hit(&wrong);
    if (combined != 33) hit(&wrong);
  }
  CHECK_EQUAL(wrong, 0);
  return finish();
}
