// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: deadlock unless another thread unsets the lock: thread . waits.* for the lock that thread
// ends: yes
// lines: 2
#include "misuse.h"

static omp_lock_t locks[2];

int main(void) {
  for (int i = 0; i < 2; i++) omp_init_lock(&locks[i]);
#pragma omp parallel num_threads(2)
  {
#ifdef MISUSE
    const int first = omp_get_thread_num();
    omp_set_lock(&locks[first]);
#pragma omp barrier
    omp_set_lock(&locks[1 - first]);  // told
    omp_unset_lock(&locks[1 - first]);
    omp_unset_lock(&locks[first]);
#else
    omp_set_lock(&locks[0]);
    omp_set_lock(&locks[1]);
    omp_unset_lock(&locks[1]);
    omp_unset_lock(&locks[0]);
#pragma omp barrier
#endif
  }
  return 0;
}
