// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program sets by libomp's routines before its first region stays, also where it has changed a variable of the environment before.
// compilers: clang
// Why: GCC's omp.h has no such routines.
// run: OMP_NUM_THREADS=2
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kUsed = 24 << 20, kStack = 64 << 20 };

// Not in the frame of the region's function, which the primary thread has too, on the program's own stack.
__attribute__((noinline)) static int touch(void) {
  volatile char used[kUsed];
  for (int i = 0; i < kUsed; i += 4096) used[i] = 1;
  return used[kUsed - 4096];
}

// Nor in main(), which would ask for the number of its thread before anything else.
__attribute__((noinline)) static int run_region(void) {
  int touched = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) touched = touch();
  return touched;
}

int main(void) {
  setenv("OMP_SCHEDULE", "guided", 1);
  kmp_set_stacksize_s(kStack);
  kmp_set_blocktime(70);
  CHECK_EQUAL(run_region(), 1);
  CHECK_EQUAL((long)kmp_get_stacksize_s(), kStack);
  CHECK_EQUAL(kmp_get_blocktime(), 70);
  return finish();
}
