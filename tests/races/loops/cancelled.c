// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread that finds what is looked for writes where it stood, and cancels the loop.
#include "pair.h"

int main(void) {
  long found = -1;
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < 64; ++i) {
    if (i % 4 == omp_get_thread_num()) {
#ifdef RACE
      found = i;
#else
#pragma omp atomic write
      found = i;
#endif
#pragma omp cancel for
    }
  }
  return finish(found >= 0);
}
