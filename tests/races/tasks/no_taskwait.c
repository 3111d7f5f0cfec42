// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The maker reads what its task writes, without a taskwait.
#include "pair.h"

int main(void) {
  long a = 0, seen = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp task shared(a)
    a = 1;
    linger();
#ifndef RACE
#pragma omp taskwait
#endif
    seen = a;
  }
  return finish(seen);
}
