// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduction(task, ...) on regions, loops and sections: the implicit tasks take part, and so do the tasks that they make.
#include <omp.h>

#include "check.h"

enum { kCount = 60, kLaps = 20 };

int main(void) {
  int size = requested_threads();
  long sum = 0, expected = 0, product = 1, runs = 0;
  unsigned long long downward = 0;
  for (int lap = 0; lap < kLaps; lap++) {
#pragma omp parallel reduction(task, + : sum)
    {
      sum += 1;
      for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
        sum += i;
      }
    }
    expected += size * 46;
    CHECK_EQUAL(sum, expected);

    product = 3;
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
    expected += kCount * (kCount - 1) / 2 + kCount + 11;
    CHECK_EQUAL(sum, expected);
    CHECK_EQUAL(product, 3 * 256);
    CHECK_EQUAL(downward, (lap + 1) * (kCount / 2 * (kCount / 2 + 1) + kCount / 2));
    CHECK_EQUAL(runs, (lap + 1) * 2 * kCount);
  }
  return finish();
}
