// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without OMP_SCHEDULE, omp_get_schedule tells what schedule(runtime) does in the caller's code: as on libgomp in code of GCC, and as on libomp in code of
// Clang. A schedule that was set is the same to all.
// For the emulated machine there is no libomp to link with, so code of Clang asks for libgomp's version of the name.
// not-under: emulation:clang
// run: OMP_NUM_THREADS=2
#include <omp.h>

#include "check.h"

int main(void) {
  omp_sched_t kind;
  int chunk = -1;
  omp_get_schedule(&kind, &chunk);
#if defined(__clang__)
  CHECK_EQUAL(kind, omp_sched_static);
  CHECK_EQUAL(chunk, 0);
#else
  CHECK_EQUAL(kind, omp_sched_dynamic);
  CHECK_EQUAL(chunk, 1);
#endif
  omp_set_schedule(omp_sched_static, 0);
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL(kind, omp_sched_static);
  CHECK_EQUAL(chunk, 0);
  omp_set_schedule(omp_sched_guided, 4);
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL(kind, omp_sched_guided);
  CHECK_EQUAL(chunk, 4);
  return finish();
}
