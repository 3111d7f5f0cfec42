// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_test_lock takes a free lock, refuses a taken one at once, and one winner is found among many.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  CHECK(omp_test_lock(&lock));
  int refused = 0;
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num() != 0 && !omp_test_lock(&lock)) hit(&refused);
  CHECK_EQUAL(refused, 2);
  omp_unset_lock(&lock);

  for (int round = 0; round < 100; round++) {
    int winners = 0;
#pragma omp parallel
    {
      if (omp_test_lock(&lock)) hit(&winners);
    }
    CHECK_EQUAL(winners, 1);
    omp_unset_lock(&lock);
  }

  long count = 0;
#pragma omp parallel
  for (int lap = 0; lap < 500; lap++) {
    while (!omp_test_lock(&lock)) work(20);
    count++;
    omp_unset_lock(&lock);
  }
  CHECK_EQUAL(count, 500L * requested_threads());
  omp_destroy_lock(&lock);
  return finish();
}
