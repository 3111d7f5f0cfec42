// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop of uneven iterations that is dealt out in three chunks for two threads.
#include "work.h"

#if CLEAN
#define CHUNK 1
#else
#define CHUNK 14
#endif

int main(void) {
  const double begin_ns = now_ns();
  for (int round = 0; round < 4; ++round) {
#pragma omp parallel for num_threads(2) schedule(dynamic, CHUNK)
    for (int i = 0; i < 40; ++i) {
      sink = pass_us(300U * (uint64_t)i);
    }
  }
  return tell(begin_ns);
}
