// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic constructs that no instruction does: GCC's code brackets the statement, and code of Clang and of Intel's compilers calls a function that takes
// the location's lock. Each is a mutex of kind atomic.
// told: mutex_acquire 6 400
// told: mutex_acquired 6 400
// told: mutex_released 6 400
#include <omp.h>

enum { kTimes = 100 };

#ifdef __clang__
// Clang 19 asks libatomic.
void __kmpc_atomic_float10_add(void* place, int thread, long double* x, long double operand);
#endif

int main(void) {
  long double sum = 0;
#pragma omp parallel num_threads(4)
  for (int i = 0; i < kTimes; ++i) {
#ifdef __clang__
    __kmpc_atomic_float10_add(0, omp_get_thread_num(), &sum, 1);
#else
#pragma omp atomic
    sum += 1;
#endif
  }
  return sum == 4 * kTimes ? 0 : 1;
}
