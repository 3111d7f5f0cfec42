// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A collapsed nest adds up columns, which several threads share.
#include "pair.h"

int main(void) {
  static long column[16];
#pragma omp parallel for collapse(2) num_threads(4)
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) {
#ifndef RACE
#pragma omp atomic
#endif
      column[j] += i;
    }
  return finish(column[3]);
}
