// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread computes the input of every task and makes it; the other waits for tasks.
#include "work.h"

int main(void) {
  const double begin_ns = now_ns();
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 60; ++i) {
#if CLEAN
#pragma omp task
    sink = pass_us(4500) + pass_us(1500);
#else
    const uint64_t input = pass_us(4500);
#pragma omp task firstprivate(input)
    sink = input + pass_us(1500);
#endif
  }
  return tell(begin_ns);
}
