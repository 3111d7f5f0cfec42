// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// schedule(static, chunk) with chunks that are larger than the loop, or than what a stride over all threads can be in the type of the loop: each
// iteration runs once, and no other number does. GCC computes such chunks in the program itself, and overflows there.
// compilers: clang
// peers: none (of the second of two chunks that libomp gives away the end may be behind the type)
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=3
// run: OMP_NUM_THREADS=16
#include <limits.h>
#include <omp.h>

#include "check.h"

enum { kCount = 1000 };

static int hits[kCount];
static int strange;

// For a number that should be one from 0 on. A loop that runs on for ever ends here.
static void count(long long number) {
  if (number >= 0 && number < kCount) {
    hit(&hits[number]);
  } else if (__atomic_add_fetch(&strange, 1, __ATOMIC_RELAXED) > kCount) {
    check_true(0, "iterations outside of the loop go on and on", __FILE__, __LINE__);
    exit(finish());
  }
}

static void check_each_once(int iterations) {
  CHECK_EQUAL(strange, 0);
  for (int i = 0; i < kCount; i++) {
    CHECK_EQUAL(hits[i], i < iterations);
    hits[i] = 0;
  }
}

#define CHECK_TYPE(Type, chunk)                                                                     \
  do {                                                                                              \
    _Pragma("omp parallel for schedule(static, chunk)") for (Type i = 0; i < kCount; i++) count(i); \
    check_each_once(kCount);                                                                        \
  } while (0)

static void check_types(int chunk) {
  CHECK_TYPE(int, chunk);
  CHECK_TYPE(unsigned, chunk);
  CHECK_TYPE(long long, chunk);
  CHECK_TYPE(unsigned long long, chunk);
  CHECK_TYPE(short, chunk);
#pragma omp parallel for schedule(static, chunk)
  for (int i = kCount - 1; i >= 0; i--) count(i);
  check_each_once(kCount);
#pragma omp parallel for schedule(static, chunk)
  for (int i = 0; i < kCount; i += 7) count(i / 7);
  check_each_once((kCount + 6) / 7);
}

// As Clang emits them (clang -fopenmp -S -emit-llvm).
void __kmpc_for_static_init_4(void* place, int thread, int schedule, int* is_last, int* lower, int* upper, int* stride,
                              int step, int chunk);
void __kmpc_for_static_fini(void* place, int thread);

// A loop whose second chunk would end behind the largest number of its type. Nobody has the time to run it.
static void check_end_of_type(void) {
  enum { kStaticChunked = 33, kLast = 1999999999, kChunk = 1500000000 };
#pragma omp parallel num_threads(2)
  {
    const int thread = omp_get_thread_num();
    int is_last = 0, lower = 0, upper = kLast, stride = 0;
    __kmpc_for_static_init_4(NULL, thread, kStaticChunked, &is_last, &lower, &upper, &stride, 1, kChunk);
    CHECK_EQUAL(lower, thread == 0 ? 0 : kChunk);
    CHECK_EQUAL(upper, thread == 0 ? kChunk - 1 : kLast);
    CHECK_EQUAL(is_last, thread == 1);
    CHECK((long long)lower + stride > kLast);
    __kmpc_for_static_fini(NULL, thread);
  }
}

int main(void) {
  const int chunks[] = {1, 7, kCount - 1, kCount, kCount + 1, 1 << 25, 1 << 27, 1 << 28, 1 << 30, INT_MAX};
  for (unsigned i = 0; i < sizeof chunks / sizeof *chunks; i++) check_types(chunks[i]);
#pragma omp parallel for schedule(static, 1LL << 62)
  for (long long i = 0; i < kCount; i++) count(i);
  check_each_once(kCount);
  check_end_of_type();
  return finish();
}
