// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork() after a region: parent and child both run regions, and so does a child of the child.
// libgomp is left out: the child hangs at its first region (GCC bug 60035).
// peers: libomp
// qemu-user 7.2 itself fails when a process with threads forks.
// not-under: emulation
#include <omp.h>

#include "process.h"

static int depth;

static void run_regions(void) {
  omp_set_max_active_levels(2);
  for (int round = 0; round < 20; round++) {
    int threads = 0, inner = 0;
    long sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
      hit(&threads);
#pragma omp barrier
#pragma omp for schedule(dynamic, 3)
      for (int i = 0; i < 100; i++) sum += i;
#pragma omp critical
      sum += 1;
#pragma omp parallel num_threads(2)
      hit(&inner);
    }
    CHECK_EQUAL(threads, requested_threads());
    CHECK_EQUAL(sum, 4950 + threads);
    CHECK_EQUAL(inner, 2 * threads);
  }
}

static void generation(void) {
  run_regions();
  if (depth++ < 2) CHECK_EQUAL(exit_code(status_of_child(generation)), 0);
  run_regions();
}

int main(void) {
  run_regions();
  for (int child = 0; child < 5; child++) {
    depth = child;
    CHECK_EQUAL(exit_code(status_of_child(generation)), 0);
    run_regions();
  }
  return finish();
}
