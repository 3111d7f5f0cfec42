// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread sets up what all use, and nobody waits for it.
#include "pair.h"

int main(void) {
  long setting = 0, seen[4];
#pragma omp parallel num_threads(4)
  {
#ifdef RACE
#pragma omp single nowait
#else
#pragma omp single
#endif
    setting = 7;
    seen[omp_get_thread_num()] = setting;
  }
  return finish(seen[3]);
}
