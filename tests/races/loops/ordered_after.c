// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What follows the ordered region reads what the next ordered region writes.
#include "pair.h"

int main(void) {
  static long out[64];
  long state = 0;
#pragma omp parallel for ordered num_threads(4) schedule(static, 1)
  for (int i = 0; i < 64; ++i) {
    long mine = 0;
#pragma omp ordered
    {
      state += i;
      mine = state;
    }
#ifdef RACE
    mine = state;
#endif
    out[i] = mine;
  }
  return finish(out[63]);
}
