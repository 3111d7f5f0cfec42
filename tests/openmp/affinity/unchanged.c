// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nobody asks the system for a place that a thread has: an unchanged region makes no call, and another policy one for each thread
// whose place is another one.
// run: OMP_PLACES={0}:8 OMP_NUM_THREADS=4
// run: OMP_PLACES={0}:8 OMP_NUM_THREADS=4 OMP_PROC_BIND=close KMP_PLAIN_BARRIER_PATTERN=tree,tree KMP_FORKJOIN_BARRIER_PATTERN=tree,tree
// peers: none
// Why: the peers ask the kernel in other ways than the calls that this program takes over.
#include "eight_cpus.h"

#include <omp.h>

#include "check.h"

static void close_region(void) {
#pragma omp parallel proc_bind(close)
  CHECK_EQUAL(cpus_of_caller(), 1u << omp_get_thread_num());
}

static void spread_region(void) {
#pragma omp parallel proc_bind(spread)
  CHECK_EQUAL(cpus_of_caller(), 1u << 2 * omp_get_thread_num());
}

int main(void) {
  close_region();
  int calls = eight_cpus_calls;
  for (int i = 0; i < 100; i++) close_region();
  CHECK_EQUAL(eight_cpus_calls, calls);
  spread_region();
  CHECK_EQUAL(eight_cpus_calls, calls + 3);
  for (int i = 0; i < 100; i++) spread_region();
  CHECK_EQUAL(eight_cpus_calls, calls + 3);
  close_region();
  CHECK_EQUAL(eight_cpus_calls, calls + 6);
  return finish();
}
