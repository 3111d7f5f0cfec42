// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskloop covers its loop once, with grain sizes and numbers of tasks, both directions, and is complete at its end.
#include <limits.h>
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kCount = 203 };

static int ran[kCount];

static void check_covered(void) {
  int wrong = 0;
  for (int i = 0; i < kCount; i++) wrong += ran[i] != 1;
  CHECK_EQUAL(wrong, 0);
  memset(ran, 0, sizeof ran);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop
    for (int i = 0; i < kCount; i++) hit(&ran[i]);
    check_covered();
#pragma omp taskloop grainsize(7)
    for (long i = kCount - 1; i >= 0; i--) hit(&ran[i]);
    check_covered();
#pragma omp taskloop num_tasks(5)
    for (unsigned long long i = ULLONG_MAX - kCount; i < ULLONG_MAX; i++) hit(&ran[i - (ULLONG_MAX - kCount)]);
    check_covered();
    int last = -1;
#pragma omp taskloop lastprivate(last) grainsize(10)
    for (int i = 0; i < kCount; i++) {
      hit(&ran[i]);
      last = i;
    }
    check_covered();
    CHECK_EQUAL(last, kCount - 1);
#pragma omp taskgroup
    {
#pragma omp taskloop nogroup collapse(2)
      for (int i = 0; i < 7; i++)
        for (int j = 0; j < 29; j++) hit(&ran[i * 29 + j]);
    }
    check_covered();
    unsigned long none = (unsigned long)ran[0];
#pragma omp taskloop
    for (unsigned long i = 0; i < none; i++) hit(&ran[0]);
    CHECK_EQUAL(ran[0], 0);
  }
  return finish();
}
