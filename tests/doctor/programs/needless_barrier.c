// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two loops whose loads are the reverse of each other: the barrier between them makes both threads wait, one after the other.
#include "work.h"

int main(void) {
  const double begin_ns = now_ns();
#pragma omp parallel num_threads(2)
  for (int round = 0; round < 12; ++round) {
#if CLEAN
#pragma omp for schedule(static) nowait
#else
#pragma omp for schedule(static)
#endif
    for (int i = 0; i < 2; ++i) {
      sink = pass_us(i == 0 ? 12000U : 2000U);
    }
#if CLEAN
#pragma omp for schedule(static) nowait
#else
#pragma omp for schedule(static)
#endif
    for (int i = 0; i < 2; ++i) {
      sink = pass_us(i == 0 ? 2000U : 12000U);
    }
  }
  return tell(begin_ns);
}
