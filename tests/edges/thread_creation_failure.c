// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The system refuses to make more threads: the team is what could be had, the result is right, and one warning says so.
// Both peers end the program instead. pthread_create is replaced here; it allows as many threads as ALLOWED_THREADS says, and refuses
// one that could be any of many that are started at once (REFUSED_THREAD: the how manieth).
// peers: none
// ThreadSanitizer starts its own thread through the replacement.
// not-under: thread
// link: -rdynamic -ldl
// run: ALLOWED_THREADS=0 OMP_NUM_THREADS=6
// run: ALLOWED_THREADS=1 OMP_NUM_THREADS=6
// run: ALLOWED_THREADS=3 OMP_NUM_THREADS=6
// run: ALLOWED_THREADS=60 OMP_NUM_THREADS=100
// run: REFUSED_THREAD=20 OMP_NUM_THREADS=100
// run: REFUSED_THREAD=1 OMP_NUM_THREADS=100
// stderr-lines: 1
// stderr-has: thread
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <omp.h>
#include <pthread.h>

#include "check.h"

static int created, asked;

static int number_in(const char* variable, int otherwise) {
  const char* text = getenv(variable);
  return text ? atoi(text) : otherwise;
}
static int allowed(void) { return number_in("ALLOWED_THREADS", 1000); }
static int refused(void) { return number_in("REFUSED_THREAD", 0); }

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
  typedef int (*create_function)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static create_function next;
  if (!next) next = (create_function)dlsym(RTLD_NEXT, "pthread_create");
  if (__atomic_add_fetch(&asked, 1, __ATOMIC_RELAXED) == refused()) return EAGAIN;
  if (__atomic_fetch_add(&created, 1, __ATOMIC_RELAXED) >= allowed()) {
    __atomic_fetch_sub(&created, 1, __ATOMIC_RELAXED);
    return EAGAIN;
  }
  return next(thread, attributes, start, argument);
}

int main(void) {
  for (int round = 0; round < 10; round++) {
    int threads = 0, reported = 0, numbers = 0;
    long sum = 0;
#pragma omp parallel reduction(+ : sum, numbers)
    {
      hit(&threads);
      numbers += omp_get_thread_num();
#pragma omp single
      reported = omp_get_num_threads();
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 100; i++) sum += i;
#pragma omp barrier
#pragma omp for
      for (int i = 0; i < 100; i++) sum += i;
    }
    if (refused() != 0) {
      // One too few, or fewer where many were still to be started by the thread that was refused; all when asked for again.
      CHECK(threads > 1 && threads <= 100);
    } else {
      CHECK_EQUAL(threads, allowed() + 1);
    }
    CHECK_EQUAL(reported, threads);
    CHECK_EQUAL(numbers, threads * (threads - 1) / 2);
    CHECK_EQUAL(sum, 2 * 4950);
  }
  return finish();
}
