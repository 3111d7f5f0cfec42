// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: deadlock: thread 0 waits.* for the critical construct that it has itself
// ends: yes
#include "misuse.h"

static NOINLINE void step(void) {
#pragma omp critical(name)  // told
  use(1);
}

int main(void) {
#pragma omp parallel num_threads(1)
  {
#ifdef MISUSE
#pragma omp critical(name)
#else
#pragma omp critical(another_name)
#endif
    step();
  }
  return 0;
}
