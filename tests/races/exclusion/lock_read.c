// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A list is written under a lock and its length is read without it.
#include "pair.h"

int main(void) {
  omp_lock_t lock;
  static long list[100];
  int length = 0;
  long seen[4] = {0};
  omp_init_lock(&lock);
#pragma omp parallel num_threads(4)
  {
    for (int i = 0; i < 10; ++i) {
#ifdef RACE
      seen[omp_get_thread_num()] += length;
#endif
      omp_set_lock(&lock);
      list[length++] = i;
      seen[omp_get_thread_num()] += length;
      omp_unset_lock(&lock);
    }
  }
  omp_destroy_lock(&lock);
  return finish(list[3] + seen[0]);
}
