// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A parallel region that sums one value of each thread.
#include <omp.h>
#include <stddef.h>

#include "harness.h"

static long timed(int threads, long count) {
  (void)threads;
  long sum = 0;
  for (long i = 0; i < count; ++i) {
#pragma omp parallel reduction(+ : sum)
    {
      bench_body(&bench_slots[omp_get_thread_num()]);
      sum += 1;
    }
  }
  return sum;
}

// Contributions that differ, so that a value taken twice for another's cannot go unseen; in two variables of different
// type, which compilers lower to a struct.
static const char* check(int threads) {
  const long regions = 200 / threads + 20;
  long sum = 0;
  double squares = 0.0;
  for (long region = 0; region < regions; ++region) {
#pragma omp parallel reduction(+ : sum, squares)
    {
      const long me = omp_get_thread_num() + 1;
      sum += me;
      squares += (double)(me * me);
    }
  }
  const long n = threads;
  const long all = n * (n + 1) / 2;
  const double all_squares = (double)(n * (n + 1) * (2 * n + 1) / 6);
  const bool right = sum == regions * all && squares == (double)regions * all_squares;
  return right ? NULL : "the sum over the team is wrong";
}

const struct construct parallel_reduction_construct = {
    .name = "parallel_reduction",
    .title = "parallel reduction",
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
