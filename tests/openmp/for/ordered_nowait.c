// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ordered loops in a row without barriers: the turn of one loop does not leak into the next.
// libgomp 12 is left out: its static ordered loops lose their order here.
// peers: libomp
#include <omp.h>

#include "check.h"

enum { kLoops = 40, kCount = 23 };

int main(void) {
  static int next[kLoops];
  int wrong = 0;
#pragma omp parallel
  for (int l = 0; l < kLoops; l++) {
    if (omp_get_thread_num() == l % 5) work(5000);
    if (l % 2) {
#pragma omp for ordered schedule(dynamic, 2) nowait
      for (int i = 0; i < kCount; i++) {
#pragma omp ordered
        if (next[l]++ != i) hit(&wrong);
      }
    } else {
#pragma omp for ordered schedule(static, 3) nowait
      for (int i = 0; i < kCount; i++) {
#pragma omp ordered
        if (next[l]++ != i) hit(&wrong);
      }
    }
  }
  CHECK_EQUAL(wrong, 0);
  for (int l = 0; l < kLoops; l++) CHECK_EQUAL(next[l], kCount);
  return finish();
}
