// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskwait: the results of the children are there after it, recursively.
#include <omp.h>

#include "check.h"

static long fib(int n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  long result = 0;
#pragma omp parallel
  {
#pragma omp single
    result = fib(16);
  }
  CHECK_EQUAL(result, 987);
  CHECK_EQUAL(fib(10), 55);  // outside of any region

  int done = 0, wrong = 0;
#pragma omp parallel
  {
    int mine = 0;
    for (int lap = 0; lap < 50; lap++) {
#pragma omp task shared(mine)
      mine++;
#pragma omp taskwait
      if (mine != lap + 1) hit(&wrong);
    }
    hit(&done);
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(done, requested_threads());
  return finish();
}
