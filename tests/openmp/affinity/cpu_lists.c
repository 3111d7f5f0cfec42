// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The variables of libgomp and libomp: threads take the CPUs of the list in turn, over and over.
// run: GOMP_CPU_AFFINITY=5,3,0-1
// run: KMP_AFFINITY=explicit,proclist=[5,3,0,1]
// run: KMP_AFFINITY=granularity=fine,proclist=[{5},3,0-1],explicit OMP_PLACES=cores
// run: OMP_PLACES={5},{3},{0},{1} OMP_PROC_BIND=false KMP_AFFINITY=explicit,proclist=[5,3,0,1]
// peers: none
// Why: the peers ask the kernel in other ways than the calls that this program takes over.
#include "eight_cpus.h"

#include <omp.h>

#include "check.h"

int main(void) {
  const int cpus[] = {5, 3, 0, 1};
  for (int round = 0; round < 3; round++) {
#pragma omp parallel num_threads(7)
    CHECK_EQUAL(cpus_of_caller(), 1u << cpus[omp_get_thread_num() % 4]);
  }
  CHECK_EQUAL(omp_get_num_places(), 4);
  CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_true);
  int id = -1;
  omp_get_place_proc_ids(1, &id);
  CHECK_EQUAL(id, 3);
  return finish();
}
