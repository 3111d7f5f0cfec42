// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_NUM_THREADS=3
// peers: libomp
// Why: libgomp takes the number for a large one and ends for want of memory.
// A number of threads or teams that is negative is against the specification; it counts as none.
#include <omp.h>

#include "check.h"

int main(void) {
  volatile int negative = -1;
  int threads = 0, teams = 0;
#pragma omp parallel num_threads(negative) reduction(+ : threads)
  threads++;
  CHECK_EQUAL(threads, 3);
  threads = 0;
#pragma omp parallel for num_threads(negative) schedule(dynamic, 1) reduction(+ : threads)
  for (int i = 0; i < 10; i++) threads++;
  CHECK_EQUAL(threads, 10);
#pragma omp teams num_teams(negative) reduction(+ : teams)
  teams++;
  CHECK_EQUAL(teams, 1);
  return finish();
}
