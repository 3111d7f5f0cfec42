// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// peers: libgomp
// Why: on libomp 19 a nestable lock belongs to the thread.
// A nestable lock belongs to the task that has taken it: another task of the same thread does not get it.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_nest_lock_t lock;
  int inside = -1, region = -1, other = -1;
  omp_init_nest_lock(&lock);
  CHECK_EQUAL(omp_test_nest_lock(&lock), 1);
#pragma omp parallel if (0) shared(region)
  region = omp_test_nest_lock(&lock);
  CHECK_EQUAL(region, 0);
  CHECK_EQUAL(omp_test_nest_lock(&lock), 2);
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);

#pragma omp parallel num_threads(1) shared(inside, other)
  {
    omp_set_nest_lock(&lock);
#pragma omp task if (0) shared(inside)
    inside = omp_test_nest_lock(&lock);
    other = omp_test_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
  }
  CHECK_EQUAL(inside, 0);
  CHECK_EQUAL(other, 2);

  int sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 200; i++) {
#pragma omp task shared(sum)
    {
      omp_set_nest_lock(&lock);
      omp_set_nest_lock(&lock);
      sum++;
      omp_unset_nest_lock(&lock);
      omp_unset_nest_lock(&lock);
    }
  }
  CHECK_EQUAL(sum, 200);
  omp_destroy_nest_lock(&lock);
  return finish();
}
