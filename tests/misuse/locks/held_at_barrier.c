// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: deadlock unless another thread unsets the lock: thread . waits
// ends: yes
// lines: 2
// One member waits at the barrier with the lock that the other one wants before it comes there.
#include "misuse.h"

static omp_lock_t lock;

int main(void) {
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  {
#ifdef MISUSE
    omp_set_lock(&lock);  // told
#pragma omp barrier       // told
    omp_unset_lock(&lock);
#else
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
#pragma omp barrier
#endif
  }
  return 0;
}
