// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compilers: clang++
// flags: -fnoopenmp-use-tls
// peers: none
// Each thread of the program has a copy that starts with the initial value and is destroyed when the thread ends. (libomp 19 gives
// it to the next thread as it is.)
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
static int number = 5;
#pragma omp threadprivate(object, number)

static void* use(void* unused) {
  CHECK_EQUAL(object.value, 3);
  CHECK_EQUAL(number, 5);
  object.value++;
  number++;
#pragma omp parallel num_threads(2)
  object.value++;
  CHECK_EQUAL(object.value, 5);
  return unused;
}

int main() {
  object.value = 4;
  CHECK_EQUAL(alive, 1);
  for (int i = 0; i < 20; i++) {
    pthread_t thread;
    pthread_create(&thread, nullptr, use, nullptr);
    pthread_join(thread, nullptr);
    // The original's, and that of the worker, which stays.
    CHECK_EQUAL(alive, 2);
  }
#pragma omp parallel
  object.value++;
  CHECK_EQUAL(alive, requested_threads() > 2 ? requested_threads() : 2);
  CHECK_EQUAL(object.value, 5);
  return finish();
}
