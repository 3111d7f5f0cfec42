// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With dyn-var true the team may be smaller than asked for, never larger or empty; with it false it is as asked for.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_dynamic(1);
  CHECK(omp_get_dynamic());
  for (int asked = 1; asked <= 32; asked *= 2) {
    int threads = 0, reported = 0;
#pragma omp parallel num_threads(asked)
    {
      hit(&threads);
#pragma omp single
      reported = omp_get_num_threads();
    }
    CHECK(threads >= 1 && threads <= asked);
    CHECK_EQUAL(threads, reported);
  }
  omp_set_dynamic(0);
  CHECK(!omp_get_dynamic());
  for (int asked = 1; asked <= 8; asked++) {
    int threads = 0;
#pragma omp parallel num_threads(asked)
    hit(&threads);
    CHECK_EQUAL(threads, asked);
  }
  return finish();
}
