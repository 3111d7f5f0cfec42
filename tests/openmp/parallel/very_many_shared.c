// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region that shares 300 variables of the code around it, each of which some compilers hand over as an argument of its own.
#include <omp.h>

#include "check.h"

#define TEN(X, n) X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7) X(n##8) X(n##9)
#define HUNDRED(X, n) \
  TEN(X, n##0)        \
  TEN(X, n##1) TEN(X, n##2) TEN(X, n##3) TEN(X, n##4) TEN(X, n##5) TEN(X, n##6) TEN(X, n##7) TEN(X, n##8) TEN(X, n##9)
#define ALL(X)     HUNDRED(X, 1) HUNDRED(X, 2) HUNDRED(X, 3)
#define DECLARE(n) long v##n = 0;
#define ADD(n)     v##n += n;
#define VERIFY(n)  CHECK_EQUAL(v##n, (long)(n) * threads);

int main(void) {
  int threads = 0;
  ALL(DECLARE)
#pragma omp parallel num_threads(3)
  {
#pragma omp critical
    {
      threads++;
      ALL(ADD)
    }
  }
  CHECK_EQUAL(threads, 3);
  ALL(VERIFY)
  return finish();
}
