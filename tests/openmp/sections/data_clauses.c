// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// firstprivate, lastprivate and reduction on sections.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int round = 0; round < 50; round++) {
    int start = 5, last = -1, sum = 100, tainted = 0;
#pragma omp parallel
    {
#pragma omp sections firstprivate(start) lastprivate(last) reduction(+ : sum)
      {
#pragma omp section
        {
          last = 1;
          sum += 1;
        }
#pragma omp section
        {
          if (start != 5) hit(&tainted);
          last = 2;
          sum += 20;
        }
#pragma omp section
        {
          last = 3 + start;
          sum += 300;
        }
      }
      CHECK_EQUAL(last, 8);
      CHECK_EQUAL(sum, 421);
    }
    CHECK_EQUAL(tainted, 0);
    CHECK_EQUAL(start, 5);
  }
  return finish();
}
