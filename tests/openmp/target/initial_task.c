// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compilers: gcc
// Why: Clang, not told of devices, makes a target region part of the code around it.
// run: OMP_NUM_THREADS=3
// A target region is an initial task: outside of all regions, with the ICVs that the device started with.
#include <omp.h>

#include "check.h"

int main(void) {
  int wrong = 0, inner = 0;
  omp_set_num_threads(2);
#pragma omp parallel num_threads(3) reduction(+ : wrong, inner)
  {
    int number = omp_get_thread_num();
#pragma omp target map(tofrom : wrong, inner)
    {
      if (omp_get_level() != 0 || omp_get_num_threads() != 1 || omp_get_thread_num() != 0) wrong++;
      if (omp_in_parallel() || omp_get_max_threads() != 3 || omp_get_num_teams() != 1) wrong++;
      omp_set_num_threads(5);
#pragma omp parallel num_threads(2) reduction(+ : wrong, inner)
      {
        inner++;
        if (omp_get_level() != 1 || omp_get_ancestor_thread_num(0) != 0) wrong++;
      }
    }
    if (omp_get_thread_num() != number || omp_get_num_threads() != 3 || omp_get_level() != 1) wrong++;
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(inner, 6);
  CHECK_EQUAL(omp_get_max_threads(), 2);

#pragma omp target thread_limit(2) map(tofrom : inner)
  {
    inner = omp_get_thread_limit();
#pragma omp parallel num_threads(4)
#pragma omp master
    if (omp_get_num_threads() > 2) inner = -1;
  }
  CHECK_EQUAL(inner, 2);
  CHECK(omp_get_thread_limit() > 2);
  return finish();
}
