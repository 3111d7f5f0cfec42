// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first use of OpenMP by a thread that has the least stack there is, and worker threads for which the least is asked.
// run: OMP_STACKSIZE=1k OMP_DISPLAY_AFFINITY=true
// run: OMP_STACKSIZE=16k OMP_PLACES=cores OMP_PROC_BIND=spread,spread
// not-under: address thread
#include <omp.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"

static void* root(void* result) {
  int threads = 0, inner = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    hit(&threads);
#pragma omp parallel num_threads(20)
    hit(&inner);
  }
  *(int*)result = threads * 100 + inner;
  return NULL;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  // A tool has frames of its own there.
  const long enough_for_tool = 128L * 1024;
  const long stack = getenv("OMP_TOOL_LIBRARIES") != NULL ? enough_for_tool : sysconf(_SC_THREAD_STACK_MIN);
  CHECK_EQUAL(pthread_attr_setstacksize(&attributes, stack), 0);
  int result = 0;
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, &attributes, root, &result), 0);
  pthread_join(thread, NULL);
  CHECK_EQUAL(result, 240);
  return finish();
}
