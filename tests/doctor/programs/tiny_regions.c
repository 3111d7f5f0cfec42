// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region for each step of a microsecond, where one region around all steps would do.
#include "work.h"

int main(void) {
  const double begin_ns = now_ns();
#if CLEAN
#pragma omp parallel num_threads(2)
  for (int step = 0; step < 80000; ++step) {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 2; ++i) {
      keep(spin(STEPS_PER_US));
    }
  }
#else
  for (int step = 0; step < 80000; ++step) {
#pragma omp parallel for num_threads(2) schedule(static)
    for (int i = 0; i < 2; ++i) {
      keep(spin(STEPS_PER_US));
    }
  }
#endif
  return tell(begin_ns);
}
