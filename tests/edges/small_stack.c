// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A root thread with a small stack forks teams, nests and loops: the runtime needs little of it.
#include <omp.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"

static void* root(void* result) {
  int threads = 0, inner = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(4)
  {
    hit(&threads);
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 10; i++) work(1);
#pragma omp parallel num_threads(2)
    hit(&inner);
  }
  *(int*)result = threads * 100 + inner;
  return NULL;
}

int main(void) {
  long least = sysconf(_SC_THREAD_STACK_MIN), stack = least > 64 * 1024 ? least : 64 * 1024;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  CHECK_EQUAL(pthread_attr_setstacksize(&attributes, stack), 0);
  for (int round = 0; round < 3; round++) {
    int result = 0;
    pthread_t thread;
    CHECK_EQUAL(pthread_create(&thread, &attributes, root, &result), 0);
    pthread_join(thread, NULL);
    CHECK_EQUAL(result, 408);
  }
  return finish();
}
