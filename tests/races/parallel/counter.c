// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A counter of all threads is increased without an atomic operation.
#include "pair.h"

int main(void) {
  long count = 0;
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 100; ++i) {
#ifndef RACE
#pragma omp atomic
#endif
    ++count;
  }
  return finish(count);
}
