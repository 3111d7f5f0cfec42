// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The trapezoidal schedule, an extension of Intel's and LLVM's runtimes that OMP_SCHEDULE names, covers its loop once.
// compilers: clang
// run: OMP_NUM_THREADS=2 OMP_SCHEDULE=trapezoidal
// run: OMP_NUM_THREADS=5 OMP_SCHEDULE=trapezoidal,3
#define SCHEDULE schedule(runtime)
#include "loop_matrix.h"

int main(void) {
  run_signed(0);
  run_unsigned(0);
  run_at_the_ends(0);
  return finish();
}
