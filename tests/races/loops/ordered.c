// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A list is appended to in order, or beside the ordered region.
#include "pair.h"

int main(void) {
  static long list[64];
  int length = 0;
#pragma omp parallel for ordered num_threads(4) schedule(static, 1)
  for (int i = 0; i < 64; ++i) {
#ifdef RACE
    list[length++] = i;
#pragma omp ordered
    {
    }
#else
#pragma omp ordered
    list[length++] = i;
#endif
  }
  return finish(list[9]);
}
