// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of two threads and of one in turn, both with work for two.
#include "work.h"

#if CLEAN
#define OTHER 2
#else
#define OTHER 1
#endif

int main(void) {
  const double begin_ns = now_ns();
  for (int step = 0; step < 80; ++step) {
#pragma omp parallel for num_threads(2) schedule(static)
    for (int i = 0; i < 2; ++i) {
      sink = pass_us(1000);
    }
#pragma omp parallel for num_threads(OTHER) schedule(static)
    for (int i = 0; i < 2; ++i) {
      sink = pass_us(1000);
    }
  }
  return tell(begin_ns);
}
