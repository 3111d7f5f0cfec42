// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterations of very different cost, the heavy ones at the start, at the end, or all on one thread's share.
#include <omp.h>

#include "check.h"

enum { kCount = 300 };

static void check_loop(int heavy_from, int heavy_to, int chunk) {
  static int ran[kCount];
  long sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for schedule(dynamic, chunk) nowait
    for (int i = 0; i < kCount; i++) {
      work(i >= heavy_from && i < heavy_to ? 20000 : 1);
      hit(&ran[i]);
      sum += i;
    }
#pragma omp for schedule(guided, chunk) nowait
    for (int i = 0; i < kCount; i++) {
      work(i >= heavy_from && i < heavy_to ? 20000 : 1);
      hit(&ran[i]);
      sum += i;
    }
  }
  CHECK_EQUAL(sum, (long)kCount * (kCount - 1));
  int wrong = 0;
  for (int i = 0; i < kCount; i++) {
    wrong += ran[i] != 2;
    ran[i] = 0;
  }
  CHECK_EQUAL(wrong, 0);
}

int main(void) {
  for (int chunk = 1; chunk <= 16; chunk *= 4) {
    check_loop(0, 30, chunk);
    check_loop(kCount - 30, kCount, chunk);
    check_loop(kCount / 2, kCount / 2 + 30, chunk);
    check_loop(0, 1, chunk);
  }
  return finish();
}
