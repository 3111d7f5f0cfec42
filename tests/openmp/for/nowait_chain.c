// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A chain of different loops without barriers between them, run by threads that drift apart: each loop keeps its own count.
#include <omp.h>

#include "check.h"

enum { kCount = 60, kLoops = 8, kRounds = 40 };

int main(void) {
  int threads = requested_threads();
  for (int round = 0; round < kRounds; round++) {
    static int ran[kLoops][kCount];
#pragma omp parallel
    {
      int me = omp_get_thread_num();
      for (int lap = 0; lap < 3; lap++) {
        if (me == (round + lap) % threads) work(20000);  // a different thread lags behind each time
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < kCount; i++) hit(&ran[0][i]);
#pragma omp for schedule(static) nowait
        for (int i = 0; i < kCount; i++) hit(&ran[1][i]);
#pragma omp for schedule(guided, 2) nowait
        for (long i = kCount - 1; i >= 0; i--) hit(&ran[2][i]);
#pragma omp for schedule(dynamic, 7) nowait
        for (unsigned long long i = 0; i < kCount; i++) hit(&ran[3][i]);
#pragma omp for schedule(static, 3) nowait
        for (unsigned i = 0; i < kCount; i++) hit(&ran[4][i]);
#pragma omp for schedule(runtime) nowait
        for (int i = 0; i < kCount; i++) hit(&ran[5][i]);
#pragma omp for schedule(dynamic, 100) nowait
        for (int i = 0; i < kCount; i++) hit(&ran[6][i]);
#pragma omp for schedule(guided) nowait
        for (int i = 0; i < kCount; i += 2) {
          hit(&ran[7][i]);
          hit(&ran[7][i + 1]);
        }
      }
    }
    int wrong = 0;
    for (int l = 0; l < kLoops; l++)
      for (int i = 0; i < kCount; i++) wrong += ran[l][i] != 3 * (round + 1);
    CHECK_EQUAL(wrong, 0);
  }
  return finish();
}
