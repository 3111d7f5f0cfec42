// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Most of each iteration is in a critical construct, which a reduction makes superfluous.
#include "work.h"

int main(void) {
  uint64_t total = 0;
  const double begin_ns = now_ns();
#if CLEAN
#pragma omp parallel for num_threads(2) schedule(static) reduction(+ : total)
  for (int i = 0; i < 60; ++i) {
    total += pass_us(1000);
    total += pass_us(4000);
  }
#else
#pragma omp parallel for num_threads(2) schedule(static)
  for (int i = 0; i < 60; ++i) {
    const uint64_t own = pass_us(1000);
#pragma omp critical(totals)
    total += own + pass_us(4000);
  }
#endif
  sink = total;
  return tell(begin_ns);
}
