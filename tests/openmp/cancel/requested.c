// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=5 OMP_CANCELLATION=1
// stderr-has: OMP_CANCELLATION
// stderr-lines: 1
// A program that asks for cancellation, and does what it is told when there is none.
#include <omp.h>

#include "check.h"

enum { kCount = 100 };

int main(void) {
  int ran = 0, can_cancel = omp_get_cancellation() != 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < kCount; i++) {
      hit(&ran);
#pragma omp cancel for
    }
  }
  CHECK(can_cancel ? ran > 0 && ran <= kCount : ran == kCount);
  return finish();
}
