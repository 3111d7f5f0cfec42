// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Most of each iteration is in an ordered construct.
#include "work.h"

static uint64_t results[60];

int main(void) {
  uint64_t total = 0;
  const double begin_ns = now_ns();
#if CLEAN
#pragma omp parallel for num_threads(2) schedule(static)
  for (int i = 0; i < 60; ++i) {
    results[i] = pass_us(1000) + pass_us(4000);
  }
  for (int i = 0; i < 60; ++i) {
    total += results[i];
  }
#else
#pragma omp parallel for num_threads(2) schedule(static, 1) ordered
  for (int i = 0; i < 60; ++i) {
    results[i] = pass_us(1000);
#pragma omp ordered
    total += results[i] + pass_us(4000);
  }
#endif
  sink = total;
  return tell(begin_ns);
}
