// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with cross-iteration dependences, one after the other, in a region that another thread has left: what the team keeps for them is right for those
// of the next region. The barriers of such a region let threads through, so two of them may provide the memory at the same time.
// libomp 19 waits for the thread that has left.
// peers: libgomp
// run: OMP_NUM_THREADS=4 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=6 OMP_CANCELLATION=true
#include <omp.h>
#include <pthread.h>

#include "check.h"

enum { kTeams = 20, kLoops = 10, kFirst = 16 };

static void* use(void* unused) {
  int order[kFirst], next = 0, wrong = 0;
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
    }
    for (int loop = 0; loop < kLoops; loop++) {
#pragma omp for ordered(1) schedule(static, 1) nowait
      for (int i = 0; i < kFirst << loop; i++) {
#pragma omp ordered depend(source)
      }
    }
  }
#pragma omp parallel for ordered(1) schedule(static, 1)
  for (int i = 0; i < kFirst; i++) {
#pragma omp ordered depend(sink : i - 1)
    order[next++] = i;
#pragma omp ordered depend(source)
  }
  for (int i = 0; i < kFirst; i++) wrong += order[i] != i;
  CHECK_EQUAL(wrong, 0);
  return unused;
}

int main(void) {
  // Each thread of the program has teams of its own.
  for (int i = 0; i < kTeams; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, use, NULL);
    pthread_join(thread, NULL);
  }
  return finish();
}
