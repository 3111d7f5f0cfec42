// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: lock unset.* by thread 1 is owned by thread 0
#include "misuse.h"

static omp_lock_t lock;

int main(void) {
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) omp_set_lock(&lock);
#ifdef MISUSE
    const int releases = 1;
#else
    const int releases = 0;
#endif
#pragma omp barrier
    if (omp_get_thread_num() == releases) omp_unset_lock(&lock);  // told
    use(0);
  }
  omp_destroy_lock(&lock);
  return 0;
}
