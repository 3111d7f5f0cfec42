// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each taskgroup has one task that takes longer than all others together, so that one thread runs it and the other waits.
#include "work.h"

int main(void) {
  const double begin_ns = now_ns();
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int step = 0; step < 20; ++step) {
#pragma omp taskgroup
    {
#if CLEAN
      for (int i = 0; i < 20; ++i) {
#pragma omp task
        sink = pass_us(1000);
      }
#else
#pragma omp task
      sink = pass_us(20000);
#endif
      for (int i = 0; i < 2; ++i) {
#pragma omp task
        sink = pass_us(1000);
      }
    }
  }
  return tell(begin_ns);
}
