// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// peers: libomp
// Why: libgomp reads the environment when it is loaded.
// Variables that the program sets before it first uses OpenMP count.
#include <omp.h>

#include "check.h"

int main(void) {
  setenv("OMP_NUM_THREADS", "7", 1);
  setenv("OMP_SCHEDULE", "dynamic,5", 1);
  omp_sched_t kind = omp_sched_static;
  int chunk = 0, threads = 0;
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL(kind & 0xff, omp_sched_dynamic);
  CHECK_EQUAL(chunk, 5);
#pragma omp parallel
  hit(&threads);
  CHECK_EQUAL(threads, 7);
  setenv("OMP_NUM_THREADS", "2", 1);
  CHECK_EQUAL(omp_get_max_threads(), 7);
  return finish();
}
