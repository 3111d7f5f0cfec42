// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bins of a histogram are shared.
#include "pair.h"

int main(void) {
  static long bins[8];
#pragma omp parallel for num_threads(4) schedule(runtime)
  for (int i = 0; i < 800; ++i) {
    if (i % 100 == 0) linger();
#ifndef RACE
#pragma omp atomic update
#endif
    bins[(i * 31) % 8] += 1;
  }
  return finish(bins[2]);
}
