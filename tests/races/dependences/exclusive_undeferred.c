// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pairs of neighbours at a round table take turns, and some of their tasks run at once, before others that were made earlier: these name both
// neighbours, as all do, or one.
// modes: deep (one thread is likely to run both)
#include "pair.h"

enum { kSeats = 4 };

static void use(long* first, long* second) {
  *first += 1;
  for (volatile int i = 0; i < 100; i = i + 1) {
  }
  *second += 1;
}

int main(void) {
  long seats[kSeats] = {0};
#pragma omp parallel num_threads(4) shared(seats)
#pragma omp single
  for (int i = 0; i < 60; ++i) {
    long *one = &seats[i % kSeats], *next = &seats[(i + 1 + i % 2) % kSeats];
    const int deferred = i % 5 != 4;
#ifdef RACE
#pragma omp task depend(mutexinoutset : *one) if (deferred)
#else
#pragma omp task depend(mutexinoutset : *one, *next) if (deferred)
#endif
    use(one, next);
#pragma omp task depend(mutexinoutset : *next, *one)
    use(next, one);
  }
  return finish(seats[0]);
}
