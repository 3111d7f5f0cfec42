// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lock is held while a value is computed, where holding it for the store would do.
#include <omp.h>

#include "work.h"

int main(void) {
  uint64_t total = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
  const double begin_ns = now_ns();
#pragma omp parallel for num_threads(2) schedule(static)
  for (int i = 0; i < 60; ++i) {
#if CLEAN
    const uint64_t own = pass_us(5000);
    omp_set_lock(&lock);
    total += own;
#else
    omp_set_lock(&lock);
    total += pass_us(5000);
#endif
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  sink = total;
  return tell(begin_ns);
}
