// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The primary's copy of a threadprivate variable is handed on, and also written through a pointer.
#include "pair.h"

static long base;
#pragma omp threadprivate(base)
int main(void) {
  long seen[4];
  base = 3;
  long* of_primary = &base;
#pragma omp parallel num_threads(4) copyin(base)
  {
    base += omp_get_thread_num();
#ifdef RACE
    if (omp_get_thread_num() == 2) *of_primary = 1;
#endif
    seen[omp_get_thread_num()] = base;
  }
  return finish(seen[3] + (of_primary != 0));
}
