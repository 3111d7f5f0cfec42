// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dependence object names the variable, or another one.
#include "pair.h"

int main(void) {
  long a = 0, b = 0;
  omp_depend_t object;
#ifdef RACE
#pragma omp depobj(object) depend(inout : b)
#else
#pragma omp depobj(object) depend(inout : a)
#endif
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp task shared(a) depend(inout : a)
    {
      linger();
      a += 1;
    }
#pragma omp task shared(a) depend(depobj : object)
    {
      linger();
      a += 1;
    }
  }
#pragma omp depobj(object) destroy
  return finish(a + b);
}
