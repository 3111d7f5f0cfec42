// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not a case of its own but what the scripts run: the default team must have EXPECT_TEAM threads.
#include <omp.h>

#include "check.h"

int main(void) {
  const char* expected = getenv("EXPECT_TEAM");
  int threads = 0;
#pragma omp parallel
  hit(&threads);
  CHECK_EQUAL(threads, expected ? atoi(expected) : omp_get_max_threads());
  CHECK_EQUAL(threads, omp_get_max_threads());
  return finish();
}
