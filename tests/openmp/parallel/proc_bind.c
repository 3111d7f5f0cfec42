// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// proc_bind clauses and OMP_PROC_BIND are accepted, change no team size, and the ICV can be read.
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=5 OMP_PROC_BIND=false
// run: OMP_NUM_THREADS=2 OMP_PROC_BIND=close OMP_PLACES=cores
// run: OMP_NUM_THREADS=5 OMP_PROC_BIND=spread,close OMP_PLACES=threads
#include <omp.h>

#include "check.h"

enum { kSize = 4 };

static void count(int* threads) {
  CHECK_EQUAL(omp_get_num_threads(), kSize);
  omp_proc_bind_t bind = omp_get_proc_bind();
  CHECK(bind >= omp_proc_bind_false && bind <= omp_proc_bind_spread);
  hit(threads);
}

int main(void) {
  int threads = 0;
#pragma omp parallel proc_bind(close) num_threads(kSize)
  count(&threads);
#pragma omp parallel proc_bind(spread) num_threads(kSize)
  count(&threads);
#pragma omp parallel proc_bind(master) num_threads(kSize)
  count(&threads);
#pragma omp parallel num_threads(kSize)
  count(&threads);
  CHECK_EQUAL(threads, 4 * kSize);

  // omp_get_proc_bind answers for the next region, so the environment's first value is read outside of any.
  const char* asked = getenv("OMP_PROC_BIND");
  if (asked && asked[0] == 's') CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_spread);
  if (asked && asked[0] == 'c') CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_close);
  if (asked && asked[0] == 'f') CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_false);
  return finish();
}
