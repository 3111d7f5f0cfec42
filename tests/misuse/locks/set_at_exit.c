// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: lock set.* is still set at the end
#include "misuse.h"

static omp_lock_t lock;

int main(void) {
  omp_init_lock(&lock);
  omp_set_lock(&lock);  // told
#ifndef MISUSE
  omp_unset_lock(&lock);
#endif
  return 0;
}
