// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_PLACES={8000}
// run: OMP_PLACES={8000},{8001} OMP_PROC_BIND=spread
// run: OMP_PLACES={0},!{0} OMP_PROC_BIND=close
// run: OMP_PLACES={0:2000000000:2000000000}:2000000000:-2000000000 OMP_PROC_BIND=close
// run: GOMP_CPU_AFFINITY=8000-8100
// run: KMP_AFFINITY=proclist=[8000],explicit
// run: KMP_HW_SUBSET=900s
// run: KMP_HW_SUBSET=1s@900,1c
// stderr-has: OMP: Warning #[0-9]+: muster: .* using
// stderr-lines: 1
// peers: none
// Why: the lines are Muster's.
// A binding that this machine does not allow is told in one line, and the program goes on with all its threads.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int lap = 0; lap < 3; lap++) {
    int seen[8] = {0};
#pragma omp parallel num_threads(8) proc_bind(spread)
    seen[omp_get_thread_num()]++;
    for (int i = 0; i < 8; i++) CHECK_EQUAL(seen[i], 1);
  }
  for (int place = 0; place < omp_get_num_places(); place++) CHECK(omp_get_place_num_procs(place) > 0);
  return finish();
}
