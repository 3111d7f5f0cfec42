// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The primary sets up what all use; masked has no barrier of its own.
#include "pair.h"

int main(void) {
  long setting = 0, seen[4];
#pragma omp parallel num_threads(4)
  {
#pragma omp masked
    setting = 7;
#ifndef RACE
#pragma omp barrier
#endif
    seen[omp_get_thread_num()] = setting;
  }
  return finish(seen[3]);
}
