// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: worksharing construct.* inside of a critical
#include "misuse.h"

static NOINLINE void step(void) {
#pragma omp for schedule(dynamic, 1) nowait  // told
  for (int i = 0; i < 4; i++) use(i);
}

int main(void) {
#pragma omp parallel num_threads(2)
  {
#ifdef MISUSE
#pragma omp critical
#endif
    step();
  }
  return 0;
}
