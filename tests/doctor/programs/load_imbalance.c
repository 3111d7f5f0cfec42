// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A static loop whose work grows with the index: the last thread has three quarters of it.
#include "work.h"

int main(void) {
  const double begin_ns = now_ns();
  for (int round = 0; round < 4; ++round) {
#if CLEAN
#pragma omp parallel for num_threads(2) schedule(dynamic, 1)
#else
#pragma omp parallel for num_threads(2) schedule(static)
#endif
    for (int i = 0; i < 40; ++i) {
      sink = pass_us(300U * (uint64_t)i);
    }
  }
  return tell(begin_ns);
}
