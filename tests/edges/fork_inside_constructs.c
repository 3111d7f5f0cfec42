// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork() where a thread has teams besides that of its last region: of a target region, and around a region of one thread in which it forks. The child
// leaves what it is in and runs regions.
// peers: none
// Why: on libgomp 12 the child hangs at its first region (GCC bug 60035), and on libomp 19 it ends in an assertion behind the region of one thread.
// qemu-user 7.2 itself fails when a process with threads forks. ThreadSanitizer ends a child that starts a thread with the number of one of its parent's.
// not-under: emulation thread
#include <omp.h>

#include "process.h"

static void region(void) {
  int threads = 0;
#pragma omp parallel
  hit(&threads);
  CHECK_EQUAL(threads, requested_threads());
}

// GCC makes an initial team of its own for a target region, and that has a team for the region inside.
static void region_in_target(void) {
  int threads = 0;
#pragma omp target map(tofrom : threads)
#pragma omp parallel reduction(+ : threads)
  threads++;
  CHECK_EQUAL(threads, requested_threads());
}

static void all_regions(void) {
  region();
  region_in_target();
  region();
}

// A child of a region of one thread, which goes on behind it.
static void fork_in_small_region(void) {
  pid_t child = -1;
#pragma omp parallel num_threads(1)
  {
    region();
    child = fork();
    region();
  }
  all_regions();
  if (child == 0) exit(finish());
  CHECK_EQUAL(exit_code(wait_for_child(child, kChildSeconds)), 0);
}

static void fork_in_target_region(void) {
  pid_t child = -1;
#pragma omp target map(tofrom : child)
#pragma omp parallel if (child > 0)
  {
    child = fork();
    region();
  }
  all_regions();
  if (child == 0) exit(finish());
  CHECK_EQUAL(exit_code(wait_for_child(child, kChildSeconds)), 0);
}

int main(void) {
  omp_set_max_active_levels(2);
  all_regions();
  CHECK_EQUAL(exit_code(status_of_child(region_in_target)), 0);
  CHECK_EQUAL(exit_code(status_of_child(all_regions)), 0);
  fork_in_small_region();
  fork_in_target_region();
  all_regions();
  return finish();
}
