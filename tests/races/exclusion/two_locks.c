// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each half of the threads has a lock of its own.
#include "pair.h"

int main(void) {
  omp_lock_t locks[2];
  long sum = 0;
  omp_init_lock(&locks[0]);
  omp_init_lock(&locks[1]);
#pragma omp parallel num_threads(4)
  {
#ifdef RACE
    omp_lock_t* lock = &locks[omp_get_thread_num() % 2];
#else
    omp_lock_t* lock = &locks[0];
#endif
    for (int i = 0; i < 10; ++i) {
      omp_set_lock(lock);
      sum += 1;
      omp_unset_lock(lock);
    }
  }
  omp_destroy_lock(&locks[0]);
  omp_destroy_lock(&locks[1]);
  return finish(sum);
}
