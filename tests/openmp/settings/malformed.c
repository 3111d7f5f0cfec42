// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A malformed value is reported in one line that names variable and value, and the program runs on with a usable default.
// libomp 19 is left out: it aborts on some of these.
// peers: libgomp
// run: OMP_NUM_THREADS=banana
// run: OMP_NUM_THREADS=-3
// run: OMP_NUM_THREADS=0
// stderr-has: OMP_NUM_THREADS.*(banana|-3|0)
// stderr-lines: 1
#include <omp.h>

#include "check.h"

int main(void) {
  int threads = 0;
#pragma omp parallel
  hit(&threads);
  CHECK(threads >= 1);
  CHECK_EQUAL(threads, omp_get_max_threads());
  return finish();
}
