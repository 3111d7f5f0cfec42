// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task for each item of a tenth of a microsecond, where a task for a thousand of them would do.
#include "work.h"

#if CLEAN
#define ITEMS 1000
#else
#define ITEMS 1
#endif

int main(void) {
  const double begin_ns = now_ns();
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 2000000; i += ITEMS) {
#pragma omp task
    for (int item = 0; item < ITEMS; ++item) {
      keep(spin(STEPS_PER_US / 10));
    }
  }
  return tell(begin_ns);
}
