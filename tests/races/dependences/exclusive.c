// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks of kind mutexinoutset exclude each other; one of them says in.
#include "pair.h"

int main(void) {
  long a = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp task shared(a) depend(out : a)
    a = 1;
    for (int i = 0; i < 8; ++i) {
#ifdef RACE
#pragma omp task shared(a) depend(in : a)
#else
#pragma omp task shared(a) depend(mutexinoutset : a)
#endif
      {
        usleep(300);
        a += i;
      }
    }
#pragma omp task shared(a) depend(in : a)
    a += 0 * a;
  }
  return finish(a);
}
