// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two thirds of each step are outside of the region.
#include "work.h"

int main(void) {
  const double begin_ns = now_ns();
  for (int step = 0; step < 12; ++step) {
#if CLEAN
#pragma omp parallel for num_threads(2) schedule(static)
    for (int i = 0; i < 2; ++i) {
      sink = pass_us(8000);
    }
#else
    sink = pass_us(16000);
#endif
#pragma omp parallel for num_threads(2) schedule(static)
    for (int i = 0; i < 2; ++i) {
      sink = pass_us(8000);
    }
  }
  return tell(begin_ns);
}
