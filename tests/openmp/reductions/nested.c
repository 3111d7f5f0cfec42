// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of inner teams inside a reduction of the outer team.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_max_active_levels(3);
  int wrong = 0;
  for (int round = 0; round < 40; round++) {
    long outer = 0;
#pragma omp parallel num_threads(3) reduction(+ : outer)
    {
      long inner = 0;
      int size = 1 + omp_get_thread_num();
#pragma omp parallel num_threads(size) reduction(+ : inner)
      {
        inner += 1;
      }
      if (inner != size) hit(&wrong);
      outer += inner;
    }
    if (outer != 6) hit(&wrong);
  }
  CHECK_EQUAL(wrong, 0);
  return finish();
}
