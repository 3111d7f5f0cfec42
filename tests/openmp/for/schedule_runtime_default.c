// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nobody has set run-sched-var: code of GCC gets libgomp's default, dynamic with chunks of one, so other threads run what is left
// while one is held up in the first iteration. (Code of Clang gets libomp's, which is static: it would wait in vain.)
// compilers: gcc
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=5
#include <omp.h>

#include "check.h"

enum { kIterations = 100 };

int main(void) {
  int times[kIterations] = {0};
  int others = 0;
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < kIterations; i++) {
    hit(&times[i]);
    if (i != 0) {
      __atomic_fetch_add(&others, 1, __ATOMIC_RELEASE);
    } else {
      while (__atomic_load_n(&others, __ATOMIC_ACQUIRE) != kIterations - 1) work(1000);
    }
  }
  for (int i = 0; i < kIterations; i++) CHECK_EQUAL(times[i], 1);
  return finish();
}
