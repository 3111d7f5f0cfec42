// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// KMP_AFFINITY=reset: after each outermost region the primary thread has its first CPUs again; the others stay where they are.
// run: KMP_AFFINITY=reset,granularity=fine,compact OMP_NUM_THREADS=2,2
// run: KMP_AFFINITY=reset OMP_PLACES={0}:8 OMP_NUM_THREADS=2,2
// peers: none
// Why: the peers ask the kernel in other ways than the calls that this program takes over.
#include "eight_cpus.h"

#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_max_active_levels(2);
  for (int round = 0; round < 5; round++) {
    CHECK_EQUAL(cpus_of_caller(), 0xff);
#pragma omp parallel
    {
      CHECK_EQUAL(cpus_of_caller(), 1u << omp_get_thread_num());
#pragma omp parallel
      if (omp_get_thread_num() == 0) CHECK_EQUAL(cpus_of_caller(), 1u << omp_get_ancestor_thread_num(1));
      CHECK_EQUAL(cpus_of_caller(), 1u << omp_get_thread_num());
    }
  }
  CHECK_EQUAL(cpus_of_caller(), 0xff);
  return finish();
}
