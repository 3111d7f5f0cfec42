// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A nestable lock is given back once more than is right, before the last access.
#include "pair.h"

int main(void) {
  omp_nest_lock_t lock;
  long sum = 0;
  omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(4)
  {
    for (int i = 0; i < 10; ++i) {
      omp_set_nest_lock(&lock);
      omp_set_nest_lock(&lock);
      sum += 1;
      omp_unset_nest_lock(&lock);
#ifdef RACE
      omp_unset_nest_lock(&lock);
      sum += 1;
#else
      sum += 1;
      omp_unset_nest_lock(&lock);
#endif
    }
  }
  omp_destroy_nest_lock(&lock);
  return finish(sum);
}
