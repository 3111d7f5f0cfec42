// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread is far behind while the others pass through hundreds of loops without a barrier: no loop may be lost or reused
// too early, however many are under way at once.
#include <omp.h>

#include "check.h"

enum { kLoops = 300, kCount = 12 };

int main(void) {
  for (int laggard = 0; laggard < requested_threads(); laggard++) {
    static int ran[kLoops];
    for (int l = 0; l < kLoops; l++) ran[l] = 0;
#pragma omp parallel
    {
      if (omp_get_thread_num() == laggard) work(2000000);
      for (int l = 0; l < kLoops; l++) {
        if (l % 2) {
#pragma omp for schedule(dynamic) nowait
          for (int i = 0; i < kCount; i++) hit(&ran[l]);
        } else {
#pragma omp for schedule(guided) nowait
          for (unsigned long long i = 0; i < kCount; i++) hit(&ran[l]);
        }
      }
    }
    int wrong = 0;
    for (int l = 0; l < kLoops; l++) wrong += ran[l] != kCount;
    CHECK_EQUAL(wrong, 0);
  }
  return finish();
}
