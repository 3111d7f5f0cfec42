// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two target tasks are ordered by their dependences, or not.
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target map(tofrom : a) nowait depend(inout : a)
    {
      usleep(2000);
      a += 1;
    }
#ifdef RACE
#pragma omp target map(tofrom : a) nowait
#else
#pragma omp target map(tofrom : a) nowait depend(inout : a)
#endif
    {
      usleep(2000);
      a += 1;
    }
#pragma omp taskwait
  }
  return finish(a);
}
