// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that did not get the lock goes on as if it had.
#include "pair.h"

int main(void) {
  omp_lock_t lock;
  long sum = 0;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(4)
  {
    for (int i = 0; i < 20; ++i) {
      const int got = omp_test_lock(&lock);
#ifdef RACE
      sum += 1;
#else
      if (got) sum += 1;
#endif
      usleep(100);
      if (got) omp_unset_lock(&lock);
    }
  }
  omp_destroy_lock(&lock);
  return finish(sum > 0);
}
