// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task waits for all elements, or for all but the last.
#include "pair.h"

int main(void) {
  long a[9] = {0}, sum = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    for (int i = 0; i < 8; ++i) {
#pragma omp task shared(a) firstprivate(i) depend(out : a[i])
      {
        linger();
        a[i] = i;
      }
    }
#ifdef RACE
#pragma omp task shared(a, sum) depend(iterator(j = 0 : 7), in : a[j])
#else
#pragma omp task shared(a, sum) depend(iterator(j = 0 : 8), in : a[j])
#endif
    for (int i = 0; i < 8; ++i) sum += a[i];
  }
  return finish(sum);
}
