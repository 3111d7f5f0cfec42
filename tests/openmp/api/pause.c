// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After the runtime was asked to give its resources back, whether it did or refused, regions run as before, nested ones too.
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
  int inner = 0;
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  hit(&inner);
  CHECK_EQUAL(inner, 4);
}

int main(void) {
  omp_set_max_active_levels(2);
  for (int round = 0; round < 5; round++) {
    run_region();
    omp_pause_resource(omp_pause_soft, omp_get_initial_device());
    run_region();
    omp_pause_resource_all(omp_pause_hard);
  }
  run_region();
  return finish();
}
