// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compilers: clang++
// flags: -fnoopenmp-use-tls
// A thread of the program keeps its copy when another one ends that has used the variable before it.
#include <omp.h>
#include <pthread.h>

#include "check.h"

static int number = 5;
#pragma omp threadprivate(number)

static pthread_barrier_t meeting;

static void* use_first(void* unused) {
  number = 6;
  pthread_barrier_wait(&meeting);
  pthread_barrier_wait(&meeting);
  return unused;
}

static void* use_and_stay(void* unused) {
  pthread_barrier_wait(&meeting);
  CHECK_EQUAL(number, 5);
  number = 7;
  const int* mine = &number;
  pthread_barrier_wait(&meeting);
  // The other one has ended.
  pthread_barrier_wait(&meeting);
  CHECK_EQUAL(number, 7);
  CHECK(&number == mine);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) CHECK_EQUAL(number, 7);
  return unused;
}

int main() {
  pthread_barrier_init(&meeting, nullptr, 2);
  pthread_t first, staying;
  pthread_create(&first, nullptr, use_first, nullptr);
  pthread_create(&staying, nullptr, use_and_stay, nullptr);
  pthread_join(first, nullptr);
  pthread_barrier_wait(&meeting);
  pthread_join(staying, nullptr);
  return finish();
}
