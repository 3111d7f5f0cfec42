// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop of cheap iterations that is dealt out one by one.
#include "work.h"

int main(void) {
  const double begin_ns = now_ns();
  for (int round = 0; round < 10; ++round) {
#if CLEAN
#pragma omp parallel for num_threads(2) schedule(dynamic, 10000)
#else
#pragma omp parallel for num_threads(2) schedule(dynamic, 1)
#endif
    for (int i = 0; i < 1000000; ++i) {
      keep(spin(STEPS_PER_US / 40));
    }
  }
  return tell(begin_ns);
}
