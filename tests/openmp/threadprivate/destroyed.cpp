// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compilers: clang++
// flags: -fnoopenmp-use-tls
// peers: none
// A thread's copies are destroyed when the thread ends. (libomp 19 destroys none before the process ends.)
#include <omp.h>
#include <pthread.h>

#include "check.h"

static int alive;

struct Object {
  int value = 3;
  Object() { __atomic_fetch_add(&alive, 1, __ATOMIC_RELAXED); }
  ~Object() { __atomic_fetch_sub(&alive, 1, __ATOMIC_RELAXED); }
};

static Object object;
#pragma omp threadprivate(object)

static void *use(void *unused) {
  object.value++;
  return unused;
}

int main() {
  object.value = 4;
  CHECK_EQUAL(alive, 1);
  for (int i = 0; i < 20; i++) {
    pthread_t thread;
    pthread_create(&thread, nullptr, use, nullptr);
    pthread_join(thread, nullptr);
    CHECK_EQUAL(alive, 1);
  }
#pragma omp parallel
  object.value++;
  CHECK_EQUAL(alive, requested_threads());
  CHECK_EQUAL(object.value, 5);
  return finish();
}
