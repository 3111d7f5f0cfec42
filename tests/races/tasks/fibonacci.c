// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recursive task adds to its caller's variable, or returns its own.
#include "pair.h"

static void fib(int n, long* result) {
  if (n < 2) {
    *result = n;
    return;
  }
  long x = 0, y = 0;
#pragma omp task shared(x)
  fib(n - 1, &x);
#pragma omp task shared(y)
#ifdef RACE
  fib(n - 2, n == 5 ? &x : &y);
#else
  fib(n - 2, &y);
#endif
#pragma omp taskwait
  *result = x + y;
}
int main(void) {
  long result = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  fib(9, &result);
  return finish(result);
}
