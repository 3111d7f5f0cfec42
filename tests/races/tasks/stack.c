// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks with large frames run after each other on the same stacks, and share one array or none.
#include "pair.h"

static long use_stack(int n, long* shared) {
  long frame[2000];
  for (int i = 0; i < 2000; ++i) frame[i] = n + i;
#ifdef RACE
  shared[0] = frame[7];
#endif
  usleep(100);
  return frame[(n * 31) % 2000] + shared[1];
}
int main(void) {
  long shared[2] = {0}, results[32];
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 32; ++i) {
#pragma omp task shared(shared, results) firstprivate(i)
    results[i] = use_stack(i, shared);
  }
  return finish(results[31] + shared[0]);
}
