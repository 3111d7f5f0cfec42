// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The least value is looked up again inside of the critical section, or only before it.
#include "pair.h"

int main(void) {
  static long a[400];
  long least = 1000000;
  for (int i = 0; i < 400; ++i) a[i] = 1 + (399 - i);
#pragma omp parallel for num_threads(4) schedule(guided)
  for (int i = 0; i < 400; ++i) {
    usleep(20);
#ifdef RACE
    if (a[i] < least) {
#pragma omp critical
      least = a[i];
    }
#else
#pragma omp critical
    if (a[i] < least) least = a[i];
#endif
  }
  return finish(least);
}
