// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task starts with the ICVs of the task that made it, and changes only its own.
#include <omp.h>

#include "check.h"

static int nested_changes(void) {
  int wrong = 0;
  omp_set_num_threads(3);
#pragma omp task shared(wrong)
  {
    if (omp_get_max_threads() != 3) hit(&wrong);
    omp_set_num_threads(7);
    omp_set_dynamic(1);
#pragma omp task shared(wrong)
    {
      if (omp_get_max_threads() != 7 || !omp_get_dynamic()) hit(&wrong);
      omp_set_num_threads(9);
    }
#pragma omp taskwait
    if (omp_get_max_threads() != 7) hit(&wrong);
  }
#pragma omp task if (0) shared(wrong)
  {
    if (omp_get_max_threads() != 3) hit(&wrong);
    omp_set_schedule(omp_sched_guided, 11);
    omp_set_num_threads(8);
  }
#pragma omp taskwait
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  if (omp_get_max_threads() != 3 || omp_get_dynamic() || (kind == omp_sched_guided && chunk == 11)) hit(&wrong);
  return wrong;
}

int main(void) {
  omp_set_dynamic(0);
  CHECK_EQUAL(nested_changes(), 0);
  omp_set_num_threads(requested_threads());
  int wrong = 0;
#pragma omp parallel
  for (int lap = 0; lap < 10; lap++) {
    int found = nested_changes();
    __atomic_fetch_add(&wrong, found, __ATOMIC_RELAXED);
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(omp_get_max_threads(), requested_threads());
  return finish();
}
