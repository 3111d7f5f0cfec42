// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork() from a bound thread: the child's threads are bound as the parent's were.
// run: OMP_NUM_THREADS=3 OMP_PLACES=threads
// run: OMP_NUM_THREADS=2 OMP_PROC_BIND=spread
// libgomp is left out: the child hangs at its first region (GCC bug 60035).
// peers: libomp
// qemu-user 7.2 itself fails when a process with threads forks.
// not-under: emulation
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>

#include "process.h"

static void region(void) {
  int threads = 0;
#pragma omp parallel
  {
    cpu_set_t mask;
    int ids[CPU_SETSIZE], place = omp_get_place_num();
    omp_get_place_proc_ids(place, ids);
    if (sched_getaffinity(0, sizeof mask, &mask) == 0) {
      CHECK_EQUAL(CPU_COUNT(&mask), omp_get_place_num_procs(place));
      CHECK(CPU_ISSET(ids[0], &mask));
    }
    hit(&threads);
  }
  CHECK_EQUAL(threads, requested_threads());
}

int main(void) {
  region();
  CHECK_EQUAL(exit_code(status_of_child(region)), 0);
  region();
  return finish();
}
