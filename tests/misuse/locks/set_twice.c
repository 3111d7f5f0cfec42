// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: deadlock unless another thread unsets the lock: thread 0 waits.* for the lock that it has itself
// ends: yes
#include "misuse.h"

static omp_lock_t lock;

int main(void) {
  omp_init_lock(&lock);
#pragma omp parallel num_threads(1)
  {
    omp_set_lock(&lock);
#ifdef MISUSE
    omp_set_lock(&lock);  // told
#endif
    omp_unset_lock(&lock);
  }
  return 0;
}
