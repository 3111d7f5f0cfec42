// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scope construct of which GCC's code tells, as it has a task reduction, and of Clang's by the calls that Clang 20 makes. It ends at its barrier.
// told: work 8 20
// told gcc: sync_region 8 20
// told: sync_region 3 20
#include <omp.h>

enum { kThreads = 2, kTimes = 5 };

#ifdef __clang__
void __kmpc_scope(void* place, int thread, void* reserved);
void __kmpc_end_scope(void* place, int thread, void* reserved);
#endif

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(kThreads)
  for (int i = 0; i < kTimes; ++i) {
#ifdef __clang__
    __kmpc_scope(0, omp_get_thread_num(), 0);
#pragma omp atomic
    sum += 1;
    __kmpc_end_scope(0, omp_get_thread_num(), 0);
#else
#pragma omp scope reduction(task, + : sum)
    sum += 1;
#endif
#pragma omp barrier
  }
  return sum == kThreads * kTimes ? 0 : 1;
}
