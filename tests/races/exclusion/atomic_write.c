// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A flag is written atomically and read plainly.
#include "pair.h"

int main(void) {
  long flag = 0, seen[4];
#pragma omp parallel num_threads(4)
  {
    const int me = omp_get_thread_num();
    long mine = 0;
    if (me == 0) {
#pragma omp atomic write
      flag = 1;
    } else {
#ifdef RACE
      mine = flag;
#else
#pragma omp atomic read
      mine = flag;
#endif
    }
    seen[me] = mine;
  }
  return finish(seen[0]);
}
