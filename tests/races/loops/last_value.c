// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The value of the last iteration is written by all.
#include "pair.h"

int main(void) {
  long last = 0;
#ifdef RACE
#pragma omp parallel for num_threads(4)
#else
#pragma omp parallel for num_threads(4) lastprivate(last)
#endif
  for (int i = 0; i < 400; ++i) last = i;
  return finish(last);
}
