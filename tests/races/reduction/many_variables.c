// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The clause names four of five variables; one has been forgotten.
#include "pair.h"

int main(void) {
  long a = 0, b = 0, c = 0, d = 0, e = 0;
#ifdef RACE
#pragma omp parallel for num_threads(4) reduction(+ : a, b, c, d)
#else
#pragma omp parallel for num_threads(4) reduction(+ : a, b, c, d) reduction(max : e)
#endif
  for (int i = 0; i < 100; ++i) {
    a += i;
    b += 2 * i;
    c += 3 * i;
    d += 4 * i;
    if (i > e) e = i;
  }
  return finish(a + b + c + d + e);
}
