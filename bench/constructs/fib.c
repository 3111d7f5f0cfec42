// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fib(20) with a task for every call: 21,891 calls, two child tasks and a taskwait in each that is not a leaf. The time
// is that of the whole tree, region included.
#include <stddef.h>

#include "harness.h"

enum { kArgument = 20, kFib20 = 6765 };

static long fib(int n) {
  if (n < 2) {
    return n;
  }
  long left = 0;
  long right = 0;
#pragma omp task shared(left)
  left = fib(n - 1);
#pragma omp task shared(right)
  right = fib(n - 2);
#pragma omp taskwait
  return left + right;
}

static long fib_of_team(int n) {
  long result = 0;
#pragma omp parallel
#pragma omp single
  result = fib(n);
  return result;
}

static long timed(int threads, long count) {
  (void)threads;
  long sum = 0;
  for (long i = 0; i < count; ++i) {
    sum += fib_of_team(kArgument);
  }
  return sum;
}

static long expected(int threads, long count) {
  (void)threads;
  return kFib20 * count;
}

static const char* check(int threads) {
  (void)threads;
  long previous = 0;
  long current = 1;
  for (int n = 1; n <= 12; ++n) {
    if (fib_of_team(n) != current) {
      return "fib(n) is wrong for an n of 1 to 12";
    }
    const long next = previous + current;
    previous = current;
    current = next;
  }
  return NULL;
}

const struct construct fib_construct = {
    .name = "fib",
    .title = "fib(20), a task a call",
    .bodiless = true,
    .timed = timed,
    .expected = expected,
    .check = check,
};
