// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A ticket is drawn atomically, or read after it was drawn.
#include "pair.h"

int main(void) {
  static long owner[40];
  int next = 0;
#pragma omp parallel num_threads(4)
  {
    for (int i = 0; i < 10; ++i) {
      int mine = 0;
#ifdef RACE
#pragma omp atomic
      ++next;
      mine = next - 1;
#else
#pragma omp atomic capture
      mine = next++;
#endif
      if (mine < 40) {
#pragma omp atomic write
        owner[mine] = omp_get_thread_num();
      }
    }
  }
  return finish(next);
}
