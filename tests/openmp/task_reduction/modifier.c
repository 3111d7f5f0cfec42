// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduction(task, ...) on regions, loops and sections: the implicit tasks take part, and so do the tasks that they make.
#include <omp.h>

#include "check.h"

enum { kCount = 60, kHalf = kCount / 2, kLaps = 20 };

static long region(void) {
  long sum = 0;
#pragma omp parallel reduction(task, + : sum)
  {
    sum += 1;
    for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
      sum += i;
    }
  }
  return sum;
}

static void check_loops(void) {
  long sum = 0, product = 3;
  unsigned long long downward = 0;
#pragma omp parallel
  {
#pragma omp for reduction(task, + : sum) reduction(task, * : product) schedule(dynamic, 3)
    for (int i = 0; i < kCount; i++) {
      if (i < 8) product *= 2;
#pragma omp task in_reduction(+ : sum)
      sum += i;
    }
#pragma omp for reduction(task, + : sum)
    for (int i = 0; i < kCount; i++) {
#pragma omp task in_reduction(+ : sum)
      sum += 1;
    }
#pragma omp for reduction(task, + : downward) schedule(guided)
    for (unsigned long long i = kCount; i > 0; i -= 2) {
      downward += i;
#pragma omp task in_reduction(+ : downward)
      downward += 1;
    }
  }
  CHECK_EQUAL(sum, kCount * (kCount - 1) / 2 + kCount);
  CHECK_EQUAL(product, 3 * 256);
  CHECK_EQUAL(downward, kHalf * (kHalf + 1) + kHalf);
}

static void check_ordered_and_sections(void) {
  long runs = 0, sum = 0;
#pragma omp parallel
  {
#pragma omp for reduction(task, + : runs) schedule(runtime) ordered
    for (unsigned long i = 0; i < kCount; i++) {
#pragma omp ordered
      runs += 1;
#pragma omp task in_reduction(+ : runs)
      runs += 1;
    }
#pragma omp sections reduction(task, + : sum)
    {
#pragma omp section
      sum += 5;
#pragma omp section
      {
#pragma omp task in_reduction(+ : sum)
        sum += 6;
      }
    }
  }
  CHECK_EQUAL(runs, 2 * kCount);
  CHECK_EQUAL(sum, 11);
}

int main(void) {
  for (int lap = 0; lap < kLaps; lap++) {
    CHECK_EQUAL(region(), requested_threads() * 46);
    check_loops();
    check_ordered_and_sections();
  }
  return finish();
}
