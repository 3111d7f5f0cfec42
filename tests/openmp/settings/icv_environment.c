// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Environment variables become the initial ICVs.
// run: OMP_NUM_THREADS=4 OMP_DYNAMIC=false OMP_MAX_ACTIVE_LEVELS=3 OMP_THREAD_LIMIT=50 OMP_CANCELLATION=false EXPECT=4,0,3,50,0
// run: OMP_NUM_THREADS=" 6 " OMP_DYNAMIC=TRUE OMP_MAX_ACTIVE_LEVELS=1 OMP_THREAD_LIMIT=7 OMP_CANCELLATION=FALSE EXPECT=6,1,1,7,0
// run: OMP_NUM_THREADS=2 OMP_DYNAMIC=0 OMP_MAX_ACTIVE_LEVELS=0 OMP_THREAD_LIMIT=9 EXPECT=2,0,0,9,0
#include <omp.h>
#include <stdio.h>

#include "check.h"

int main(void) {
  int threads, dynamic, levels, limit, cancellation;
  const char* expected = getenv("EXPECT");
  if (!expected || sscanf(expected, "%d,%d,%d,%d,%d", &threads, &dynamic, &levels, &limit, &cancellation) != 5)
    return EXIT_FAILURE;
  CHECK_EQUAL(omp_get_max_threads(), threads);
  CHECK_EQUAL(!!omp_get_dynamic(), dynamic);
  CHECK_EQUAL(omp_get_max_active_levels(), levels);
  CHECK_EQUAL(omp_get_thread_limit(), limit);
  CHECK_EQUAL(!!omp_get_cancellation(), cancellation);
  return finish();
}
