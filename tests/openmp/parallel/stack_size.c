// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMP_STACKSIZE gives the threads of the pool that much stack.
// run: OMP_NUM_THREADS=4 OMP_STACKSIZE=40M
// run: OMP_NUM_THREADS=4 OMP_STACKSIZE=40960
// run: OMP_NUM_THREADS=4 OMP_STACKSIZE=" 40960 K "
// run: OMP_NUM_THREADS=4 OMP_STACKSIZE=41943040b
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kMegabytes = 32 };

// Touches one byte a page, from the caller's frame downwards, so that a short stack faults.
static __attribute__((noinline)) int use_stack(void) {
  volatile char area[kMegabytes << 20];
  for (long at = sizeof area - 1; at > 0; at -= 4096) area[at] = 1;
  return area[sizeof area - 1];
}

int main(void) {
  int used = 0;
#pragma omp parallel reduction(+ : used)
  if (omp_get_thread_num() != 0) used += use_stack();  // the primary has the process's own stack
  CHECK_EQUAL(used, 3);
  return finish();
}
