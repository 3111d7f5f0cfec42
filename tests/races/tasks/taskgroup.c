// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The statement behind a taskgroup is right where it is, and wrong inside of it.
#include "pair.h"

int main(void) {
  long a[4] = {0}, sum = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp taskgroup
    {
      for (int i = 0; i < 4; ++i) {
#pragma omp task shared(a) firstprivate(i)
        {
          linger();
          a[i] = i;
        }
      }
#ifdef RACE
      sum = a[0] + a[1] + a[2] + a[3];
#endif
    }
    sum += a[0] + a[1] + a[2] + a[3];
  }
  return finish(sum);
}
