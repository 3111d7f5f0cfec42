// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each task makes the next one and ends. However many there are, they do not stand on one another's stack.
// run: OMP_NUM_THREADS=2 OMP_STACKSIZE=1M
// run: OMP_NUM_THREADS=5 OMP_STACKSIZE=1M
#include <omp.h>

#include "check.h"

enum { kChains = 8, kLinks = 5000, kFrameBytes = 10000 };

static int ended;

static void link_from(int i) {
  volatile char frame[kFrameBytes];
  frame[0] = 1;
  if (i == kLinks) {
    hit(&ended);
  } else {
#pragma omp task firstprivate(i)
    link_from(i + 1);
  }
  // The frame is in use until the end.
  frame[kFrameBytes - 1] = frame[0];
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int chain = 0; chain < kChains; chain++) {
#pragma omp task
    link_from(0);
  }
  CHECK_EQUAL(ended, kChains);
  return finish();
}
