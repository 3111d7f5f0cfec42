// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions with a few nanoseconds of work: one thread is faster than two, also where the clock reads of the ledger count as work.
#include "work.h"

int main(void) {
  const double begin_ns = now_ns();
  for (int step = 0; step < 200000; ++step) {
#if CLEAN
#pragma omp parallel for num_threads(2) schedule(static) if (step < 0)
#else
#pragma omp parallel for num_threads(2) schedule(static)
#endif
    for (int i = 0; i < 2; ++i) {
      keep(spin(STEPS_PER_US / 200));
    }
  }
  return tell(begin_ns);
}
