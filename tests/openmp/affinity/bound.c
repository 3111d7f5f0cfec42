// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// On this machine's own CPUs: each thread may run on those of its place and on no other; without any variable nobody is bound.
// run: OMP_NUM_THREADS=3
// run: OMP_NUM_THREADS=3 OMP_PLACES=threads
// run: OMP_NUM_THREADS=2 OMP_PLACES=cores OMP_PROC_BIND=spread
// run: OMP_NUM_THREADS=5 OMP_PROC_BIND=true
// run: OMP_NUM_THREADS=1 OMP_PROC_BIND=true
// run: OMP_NUM_THREADS=3 OMP_PLACES=sockets OMP_PROC_BIND=master
// run: OMP_NUM_THREADS=2,2 OMP_PLACES=ll_caches OMP_PROC_BIND=spread,close
// run: OMP_NUM_THREADS=3 OMP_PLACES=numa_domains
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>

#include "check.h"

static void check_caller(void) {
  cpu_set_t mask;
  int place = omp_get_place_num();
  CHECK(place >= 0 && place < omp_get_num_places());
  int count = omp_get_place_num_procs(place);
  int ids[CPU_SETSIZE];
  if (count > CPU_SETSIZE || sched_getaffinity(0, sizeof mask, &mask) != 0) skip("the mask cannot be read");
  omp_get_place_proc_ids(place, ids);
  CHECK_EQUAL(CPU_COUNT(&mask), count);
  for (int i = 0; i < count; i++) CHECK(CPU_ISSET(ids[i], &mask));
}

int main(void) {
  cpu_set_t before, now;
  if (sched_getaffinity(0, sizeof before, &before) != 0) skip("the mask cannot be read");
  int bound = omp_get_proc_bind() != omp_proc_bind_false, threads = 0;
  CHECK_EQUAL(bound, getenv("OMP_PLACES") != NULL || getenv("OMP_PROC_BIND") != NULL);
  omp_set_max_active_levels(2);
  for (int round = 0; round < 10; round++) {
#pragma omp parallel private(now)
    {
      if (bound) {
        check_caller();
      } else if (sched_getaffinity(0, sizeof now, &now) == 0) {
        CHECK(CPU_EQUAL(&now, &before));
      }
#pragma omp parallel num_threads(2)
      if (bound) check_caller();
      hit(&threads);
    }
  }
  CHECK_EQUAL(threads, 10 * requested_threads());
  if (bound) check_caller();
  return finish();
}
