// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// proc_bind(primary) and its older name put all threads on the primary thread's place, and change nothing for later regions. Clang has numbers of their own for
// the two.
// run: OMP_PLACES={0}:8 OMP_PROC_BIND=close OMP_NUM_THREADS=4
// run: OMP_PLACES={0}:8 OMP_PROC_BIND=spread OMP_NUM_THREADS=4
// peers: none
// Why: the peers ask the kernel in other ways than the calls that this program takes over.
#include "eight_cpus.h"

#include <omp.h>

#include "check.h"

int main(void) {
  int apart = 0;
#pragma omp parallel proc_bind(primary)
  CHECK_EQUAL(omp_get_place_num(), 0);
#pragma omp parallel proc_bind(master)
  CHECK_EQUAL(omp_get_place_num(), 0);
#pragma omp parallel reduction(+ : apart)
  apart += omp_get_place_num() != 0;
  CHECK_EQUAL(apart, 3);
  return finish();
}
