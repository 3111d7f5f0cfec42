// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each thread has an element, and writes that of its neighbour too.
#include "pair.h"

int main(void) {
  long a[5] = {0};
#pragma omp parallel num_threads(4)
  {
    const int me = omp_get_thread_num();
    a[me] = me;
#ifdef RACE
    a[me + 1] = me;
#endif
  }
  return finish(a[3]);
}
