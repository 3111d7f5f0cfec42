// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: lock set.* is not initialized
#include "misuse.h"

static omp_lock_t lock;

int main(void) {
#ifndef MISUSE
  omp_init_lock(&lock);
#endif
  omp_set_lock(&lock);  // told
  omp_unset_lock(&lock);
  return 0;
}
