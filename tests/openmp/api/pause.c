// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After the runtime was asked to give its resources back, whether it did or refused, regions run as before.
#include <omp.h>

#include "check.h"

static void run_region(void) {
  int threads = 0;
#pragma omp parallel num_threads(3)
  {
    hit(&threads);
#pragma omp barrier
  }
  CHECK_EQUAL(threads, 3);
}

int main(void) {
  for (int round = 0; round < 5; round++) {
    run_region();
    omp_pause_resource(omp_pause_soft, omp_get_initial_device());
    run_region();
    omp_pause_resource_all(omp_pause_hard);
  }
  run_region();
  return finish();
}
