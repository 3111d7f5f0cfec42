// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// KMP_HW_SUBSET alone: the default team and all its threads keep to the subset, and no places show.
// run: KMP_HW_SUBSET=:3t@2
// peers: none
// Why: the peers ask the kernel in other ways than the calls that this program takes over.
#include "eight_cpus.h"

#include <omp.h>

#include "check.h"

int main(void) {
  CHECK_EQUAL(omp_get_num_procs(), 3);
  CHECK_EQUAL(omp_get_max_threads(), 3);
  int threads = 0;
#pragma omp parallel proc_bind(spread)
  {
    CHECK_EQUAL(cpus_of_caller(), 7u << 2);
    CHECK_EQUAL(omp_get_place_num(), -1);
    CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_false);
    hit(&threads);
  }
  CHECK_EQUAL(threads, 3);
  CHECK_EQUAL(omp_get_num_places(), 0);
  return finish();
}
