// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Only one thread of the outer team forks inner teams, while its teammates wait at a barrier or work on.
#include <omp.h>

#include "check.h"

enum { kRounds = 100 };

int main(void) {
  omp_set_max_active_levels(3);
  int inner = 0, after = 0;
#pragma omp parallel num_threads(4)
  for (int round = 0; round < kRounds; round++) {
    if (omp_get_thread_num() == round % 4) {
#pragma omp parallel num_threads(3)
      {
        hit(&inner);
        if (omp_get_thread_num() == 2) {
#pragma omp parallel num_threads(2)
          hit(&inner);
        }
#pragma omp barrier
      }
    }
#pragma omp barrier
    if (omp_get_thread_num() == 0 && inner == (round + 1) * 5) after++;
#pragma omp barrier
  }
  CHECK_EQUAL(inner, kRounds * 5);
  CHECK_EQUAL(after, kRounds);
  return finish();
}
