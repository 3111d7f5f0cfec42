// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One of many regions writes what its threads share; the others do not.
#include "pair.h"

int main(void) {
  long a[4] = {0}, extra = 0;
  for (int region = 0; region < 50; ++region) {
#pragma omp parallel num_threads(4)
    {
      a[omp_get_thread_num()] += region;
#ifdef RACE
      if (region == 33) extra = omp_get_thread_num();
#else
      if (region == 33 && omp_get_thread_num() == 2) extra = 2;
#endif
    }
  }
  return finish(a[0] + extra);
}
