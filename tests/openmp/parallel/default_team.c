// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With nothing set the default team is at least one thread and no larger than the machine that the process may use.
// run: TEST_NOTHING_SET=1
// run: OMP_DYNAMIC=true
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>

#include "check.h"

int main(void) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CHECK_EQUAL(sched_getaffinity(0, sizeof mask, &mask), 0);
  CHECK(omp_get_num_procs() >= 1 && omp_get_num_procs() <= CPU_COUNT(&mask));
  int threads = 0;
#pragma omp parallel
  {
    hit(&threads);
    CHECK_EQUAL(omp_get_num_procs() >= 1, 1);
  }
  CHECK(threads >= 1 && threads <= CPU_COUNT(&mask));
  if (!omp_get_dynamic()) CHECK_EQUAL(threads, omp_get_max_threads());
  return finish();
}
