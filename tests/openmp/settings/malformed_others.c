// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Malformed values of other variables: one line each, and the value that the API then reports is a legal one.
// run: OMP_SCHEDULE=sideways,4
// run: OMP_SCHEDULE=dynamic,-7
// run: OMP_DYNAMIC=perhaps
// run: OMP_MAX_ACTIVE_LEVELS=-1
// run: OMP_THREAD_LIMIT=none
// run: OMP_WAIT_POLICY=lazy
// run: OMP_STACKSIZE=12Q
// run: OMP_PROC_BIND=somewhere
// stderr-has: OMP_[A-Z_]+.*(sideways|-7|perhaps|-1|none|lazy|12Q|somewhere)
// stderr-lines: 1
// peers: none
#include <omp.h>

#include "check.h"

int main(void) {
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK((kind & ~(unsigned)omp_sched_monotonic) >= 1 && (kind & ~(unsigned)omp_sched_monotonic) <= 4);
  CHECK(omp_get_max_active_levels() >= 0);
  CHECK(omp_get_thread_limit() >= 1);
  int threads = 0;
#pragma omp parallel num_threads(2)
  hit(&threads);
  CHECK_EQUAL(threads, 2);
  return finish();
}
