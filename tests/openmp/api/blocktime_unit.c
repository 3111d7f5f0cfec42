// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libomp's routines for the blocktime count in the unit of KMP_BLOCKTIME.
// compilers: clang
// Why: GCC's omp.h has no such routine.
// run: OMP_NUM_THREADS=2 KMP_BLOCKTIME=300us TEST_TIME=300
// run: OMP_NUM_THREADS=2 KMP_BLOCKTIME=5000us TEST_TIME=5000
// run: OMP_NUM_THREADS=2 KMP_BLOCKTIME=300ms TEST_TIME=300
// run: OMP_NUM_THREADS=2 KMP_BLOCKTIME=300 TEST_TIME=300
#include <omp.h>

#include "check.h"

int main(void) {
  CHECK_EQUAL(kmp_get_blocktime(), atoi(getenv("TEST_TIME")));
  kmp_set_blocktime(50);
  CHECK_EQUAL(kmp_get_blocktime(), 50);
  kmp_set_blocktime(0);
  CHECK_EQUAL(kmp_get_blocktime(), 0);
  kmp_set_defaults("KMP_BLOCKTIME=70us");
  CHECK_EQUAL(kmp_get_blocktime(), 70);
  kmp_set_defaults("KMP_BLOCKTIME=7ms");
  CHECK_EQUAL(kmp_get_blocktime(), 7);
  return finish();
}
