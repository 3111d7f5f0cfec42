// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: lock unset.* by thread 1 is owned by thread 0
#include "misuse.h"

static omp_nest_lock_t lock;

int main(void) {
  omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      omp_set_nest_lock(&lock);
      omp_set_nest_lock(&lock);
    }
#ifdef MISUSE
    const int releases = 1;
#else
    const int releases = 0;
#endif
#pragma omp barrier
    if (omp_get_thread_num() == releases) omp_unset_nest_lock(&lock);  // told
#pragma omp barrier
    if (omp_get_thread_num() == 0) omp_unset_nest_lock(&lock);
  }
  omp_destroy_nest_lock(&lock);
  return 0;
}
