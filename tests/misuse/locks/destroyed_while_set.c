// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: lock destroyed.* while it is set
#include "misuse.h"

static omp_lock_t lock;

int main(void) {
  omp_init_lock(&lock);
  omp_set_lock(&lock);
#ifndef MISUSE
  omp_unset_lock(&lock);
#endif
  omp_destroy_lock(&lock);  // told
  return 0;
}
