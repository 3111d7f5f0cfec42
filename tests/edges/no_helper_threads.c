// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The system refuses the threads that would run target tasks: the team runs them, or those helpers that there are. pthread_create is
// replaced here; it allows as many threads as ALLOWED_THREADS says. libomp ends the program.
// peers: none
// ThreadSanitizer starts its own thread through the replacement.
// not-under: thread
// link: -rdynamic -ldl
// run: ALLOWED_THREADS=0 OMP_NUM_THREADS=1
// run: ALLOWED_THREADS=1 OMP_NUM_THREADS=1 LIBOMP_NUM_HIDDEN_HELPER_THREADS=4
// stderr-lines: 0
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <omp.h>
#include <pthread.h>

#include "check.h"

static int created;

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
  typedef int (*create_function)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static create_function next;
  if (!next) next = (create_function)dlsym(RTLD_NEXT, "pthread_create");
  const char* text = getenv("ALLOWED_THREADS");
  if (__atomic_fetch_add(&created, 1, __ATOMIC_RELAXED) >= (text ? atoi(text) : 0)) return EAGAIN;
  return next(thread, attributes, start, argument);
}

int main(void) {
  int order[20], next = 0, token = 0;
  (void)token;
  for (int i = 0; i < 20; i += 2) {
#pragma omp target nowait map(tofrom : order, next) depend(inout : token)
    order[next++] = i;
#pragma omp task shared(order, next) depend(inout : token)
    order[next++] = i + 1;
  }
#pragma omp taskwait
  CHECK_EQUAL(next, 20);
  for (int i = 0; i < 20; i++) CHECK_EQUAL(order[i], i);
  int sum = 0;
  for (int i = 0; i < 600; i++) {
#pragma omp target nowait map(tofrom : sum)
#pragma omp atomic
    sum++;
  }
#pragma omp taskwait
  CHECK_EQUAL(sum, 600);
  return finish();
}
