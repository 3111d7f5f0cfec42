// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tasks of a taskloop with a clause that has them run at once, each before the next.
#include "pair.h"

int main(int count, char** arguments) {
  long sum = 0;
  (void)arguments;
#ifdef RACE
  const int deferred = count > 0;
#else
  const int deferred = count > 100;
#endif
#pragma omp parallel num_threads(4)
#pragma omp single
#pragma omp taskloop grainsize(2) shared(sum) if (deferred)
  for (int i = 0; i < 32; ++i) {
    usleep(100);
    sum += i;
  }
  return finish(sum);
}
