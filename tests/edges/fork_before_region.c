// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork() before the first region: parent and child run regions of their own.
#include <omp.h>

#include "process.h"

static void run_regions(void) {
  for (int round = 0; round < 20; round++) {
    int threads = 0;
#pragma omp parallel
    {
      hit(&threads);
#pragma omp barrier
    }
    CHECK_EQUAL(threads, requested_threads());
  }
}

int main(void) {
  CHECK_EQUAL(exit_code(status_of_child(run_regions)), 0);
  run_regions();
  return finish();
}
