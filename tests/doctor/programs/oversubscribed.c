// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Eight threads for each CPU, and a barrier every few microseconds.
#include <omp.h>

#include "work.h"

int main(void) {
#if CLEAN
  const int team = omp_get_num_procs();
#else
  const int team = 8 * omp_get_num_procs();
#endif
  const int pieces = 8 * omp_get_num_procs();
  const double begin_ns = now_ns();
#pragma omp parallel num_threads(team)
  for (int round = 0; round < 3000; ++round) {
#pragma omp for schedule(static)
    for (int i = 0; i < pieces; ++i) {
      sink = spin(8 * STEPS_PER_US);
    }
  }
  return tell(begin_ns);
}
