// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// schedule(runtime) over the loops of loop_matrix.h, with the schedule taken from OMP_SCHEDULE and then set by the program.
// run: OMP_NUM_THREADS=2 OMP_SCHEDULE=dynamic,3
// run: OMP_NUM_THREADS=5 OMP_SCHEDULE=guided
// run: OMP_NUM_THREADS=5 OMP_SCHEDULE=static,2
// run: OMP_NUM_THREADS=2
#define SCHEDULE schedule(runtime)
#include "loop_matrix.h"

int main(void) {
  run_signed(0);
  run_unsigned(0);
  run_at_the_ends(0);
  static const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
  for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    omp_set_schedule(kinds[k], 5);
    run_signed(5);
    run_at_the_ends(5);
  }
  return finish();
}
