// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ICVs set in an implicit task are that task's: not its teammates', not the next region's; its own children inherit them.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_max_active_levels(3);
  omp_set_num_threads(3);
  omp_set_dynamic(0);
  omp_set_schedule(omp_sched_static, 4);
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    CHECK_EQUAL(omp_get_max_threads(), 3);
    omp_set_num_threads(me + 1);
    omp_set_dynamic(me % 2);
    omp_set_schedule(omp_sched_dynamic, me + 1);
#pragma omp barrier
    CHECK_EQUAL(omp_get_max_threads(), me + 1);
    CHECK_EQUAL(!!omp_get_dynamic(), me % 2);
    omp_set_dynamic(0);
#pragma omp parallel
    {
      omp_sched_t kind;
      int chunk;
      omp_get_schedule(&kind, &chunk);
      CHECK_EQUAL(omp_get_num_threads(), me + 1);
      CHECK_EQUAL(omp_get_max_threads(), me + 1);
      CHECK_EQUAL(kind, omp_sched_dynamic);
      CHECK_EQUAL(chunk, me + 1);
      omp_set_num_threads(7);
    }
    CHECK_EQUAL(omp_get_max_threads(), me + 1);
  }
  for (int round = 0; round < 3; round++) {
#pragma omp parallel
    {
      omp_sched_t kind;
      int chunk;
      omp_get_schedule(&kind, &chunk);
      CHECK_EQUAL(omp_get_num_threads(), 3);
      CHECK_EQUAL(omp_get_max_threads(), 3);
      CHECK_EQUAL(omp_get_dynamic(), 0);
      CHECK_EQUAL(kind, omp_sched_static);
      CHECK_EQUAL(chunk, 4);
      if (round == 0) omp_set_schedule(omp_sched_guided, 2);
    }
  }
  CHECK_EQUAL(omp_get_max_threads(), 3);
  return finish();
}
