// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nobody has set run-sched-var: code of GCC gets libgomp's default, dynamic with chunks of one, so other threads run what is left
// while one is held up in the first iteration. The last iteration is not waited for: the thread that is held up may be the one
// that has been given it. (Code of Clang gets libomp's default, which is static: it would wait in vain.)
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
    if (i == 0) {
      while (__atomic_load_n(&others, __ATOMIC_ACQUIRE) != kIterations - 2) work(1000);
    } else if (i != kIterations - 1) {
      __atomic_fetch_add(&others, 1, __ATOMIC_RELEASE);
    }
  }
  for (int i = 0; i < kIterations; i++) CHECK_EQUAL(times[i], 1);
  return finish();
}
