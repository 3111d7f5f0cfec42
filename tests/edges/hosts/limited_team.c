// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the script about process limits runs: a team of up to 8 threads of which some cannot be made.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int round = 0; round < 5; round++) {
    int threads = 0;
    long sum = 0;
#pragma omp parallel num_threads(8) reduction(+ : sum)
    {
      hit(&threads);
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 100; i++) sum += i;
    }
    CHECK(threads >= 1 && threads < 8);
    CHECK_EQUAL(sum, 4950);
  }
  return finish();
}
