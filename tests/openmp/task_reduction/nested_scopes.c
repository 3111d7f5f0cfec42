// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compilers: gcc
// Constructs with reduction(task, ...) inside each other, each with copies of its own, and one on a loop with dependences between its
// iterations. The products start at 1, so a copy that is initialised after a task has used it shows.
// (clang 19 has no code for reductions on scope.)
#include <omp.h>

#include "check.h"

static int sum, product;

static void add_and_multiply(void) {
#pragma omp task in_reduction(+ : sum) in_reduction(* : product)
  {
    sum += 4;
    product *= 3;
  }
}

static void nested(int laps) {
  for (int lap = 0; lap < laps; lap++) {
#pragma omp single
    {
      sum = 0;
      product = 1;
    }
#pragma omp scope reduction(task, + : sum)
    {
#pragma omp scope reduction(task, * : product)
      {
#pragma omp sections
        {
          add_and_multiply();
#pragma omp section
          {
            sum++;
            add_and_multiply();
          }
#pragma omp section
          product *= 2;
        }
      }
    }
    CHECK_EQUAL(sum, 9);
    CHECK_EQUAL(product, 18);
#pragma omp barrier
  }
}

static void doacross(void) {
  enum { kIterations = 40 };
  static int last;
#pragma omp single
  {
    sum = 0;
    last = 0;
  }
#pragma omp for ordered(1) reduction(task, + : sum) schedule(static, 1)
  for (int i = 1; i <= kIterations; i++) {
#pragma omp task in_reduction(+ : sum)
    sum += 1;
#pragma omp ordered depend(sink : i - 1)
    CHECK_EQUAL(last, i - 1);
    last = i;
#pragma omp ordered depend(source)
    sum += 1;
  }
  CHECK_EQUAL(sum, 2 * kIterations);
#pragma omp barrier
}

int main(void) {
  nested(5);
#pragma omp parallel
  nested(20);
#pragma omp parallel
  for (int lap = 0; lap < 10; lap++) doacross();
  return finish();
}
