// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: worksharing construct.* inside of a task
#include "misuse.h"

static NOINLINE void step(void) {
#pragma omp single nowait  // told
  use(1);
}

int main(void) {
#pragma omp parallel num_threads(2)
  {
#ifdef MISUSE
#pragma omp task
#endif
    step();
  }
  return 0;
}
