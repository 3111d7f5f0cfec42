// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: barrier.* inside of a worksharing
// Each of two threads has one iteration, so that both come to the barrier and nothing hangs.
#include "misuse.h"

static NOINLINE void step(void) {
#pragma omp barrier  // told
  use(0);
}

int main(void) {
#pragma omp parallel num_threads(2)
  {
    // GCC makes one construct of a region and a loop that is all of it, and what is met inside of that is not judged.
    use(0);
#ifdef MISUSE
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 2; i++) step();
#else
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 2; i++) use(i);
    step();
#endif
  }
  return 0;
}
