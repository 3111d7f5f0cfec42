// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task that reads without the lock that the other has: in one order of the two, the lock would seem to order them.
// modes: deep (one thread is likely to run both)
#include "pair.h"

int main(void) {
  long a = 0, count = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(a, count, lock)
    {
      omp_set_lock(&lock);
      ++count;
#ifdef RACE
      omp_unset_lock(&lock);
      a += 1;
#else
      a += 1;
      omp_unset_lock(&lock);
#endif
    }
#pragma omp task shared(a, count, lock)
    {
#ifdef RACE
      a = 7;
      omp_set_lock(&lock);
#else
      omp_set_lock(&lock);
      a = 7;
#endif
      ++count;
      omp_unset_lock(&lock);
    }
  }
  omp_destroy_lock(&lock);
  return finish(a + count);
}
