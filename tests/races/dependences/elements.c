// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A chain of elements, one link of which names the wrong one.
#include "pair.h"

int main(void) {
  long a[20] = {0};
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 1; i < 20; ++i) {
#ifdef RACE
    const int needs = i == 9 ? 0 : i - 1;
#else
    const int needs = i - 1;
#endif
#pragma omp task shared(a) firstprivate(i) depend(in : a[needs]) depend(out : a[i])
    {
      usleep(200);
      a[i] = a[i - 1] + 1;
    }
  }
  return finish(a[19]);
}
