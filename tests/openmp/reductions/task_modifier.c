// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduction(task, ...) and taskgroup task_reduction: tasks take part by in_reduction.
#include <omp.h>

#include "check.h"

int main(void) {
  int size = requested_threads();
  for (int round = 0; round < 30; round++) {
    int sum = 100, product = 1;
#pragma omp parallel reduction(task, + : sum)
    {
      sum += 1;
      for (int i = 0; i < 5; i++) {
#pragma omp task in_reduction(+ : sum)
        sum += 10;
      }
    }
    CHECK_EQUAL(sum, 100 + 51 * size);

    sum = 0;
#pragma omp parallel
    {
#pragma omp for reduction(task, + : sum)
      for (int i = 0; i < 20; i++) {
#pragma omp task in_reduction(+ : sum)
        sum += i;
      }
#pragma omp single
      {
#pragma omp taskgroup task_reduction(* : product)
        {
          for (int i = 0; i < 6; i++) {
#pragma omp task in_reduction(* : product)
            product *= 2;
          }
        }
        CHECK_EQUAL(product, 64);
      }
    }
    CHECK_EQUAL(sum, 190);
  }
  return finish();
}
