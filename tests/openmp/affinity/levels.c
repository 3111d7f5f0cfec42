// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A list of policies: each level loses its first (OpenMP 5.2, 2.4), and a clause does not change what is left of it.
// run: OMP_PLACES={0}:8 OMP_PROC_BIND=spread,master,close OMP_NUM_THREADS=4,2,2
// peers: none
// Why: the peers ask the kernel in other ways than the calls that this program takes over.
#include "eight_cpus.h"

#include <omp.h>

#include "check.h"

int main(void) {
  CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_spread);
  int innermost = 0;
#pragma omp parallel
  {
    int outer = omp_get_thread_num();
    CHECK_EQUAL(omp_get_place_num(), 2 * outer);
    CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_master);
#pragma omp parallel
    {
      CHECK_EQUAL(omp_get_place_num(), 2 * outer);
      CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_close);
#pragma omp parallel
      {
        CHECK_EQUAL(omp_get_place_num(), 2 * outer + omp_get_thread_num());
        CHECK_EQUAL(cpus_of_caller(), 1u << omp_get_place_num());
        CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_close);
        hit(&innermost);
      }
    }
#pragma omp parallel proc_bind(close)
    {
      CHECK_EQUAL(omp_get_place_num(), 2 * outer + omp_get_thread_num());
      CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_close);
    }
  }
  CHECK_EQUAL(innermost, 4 * 2 * 2);
  return finish();
}
