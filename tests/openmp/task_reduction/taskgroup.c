// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// task_reduction on a taskgroup: scalars, arrays, sections and variable-length arrays, several operators, tasks of tasks, and
// groups in groups.
#include <omp.h>

#include "check.h"

enum { kTasks = 40 };

static void scalars(int* wrong) {
  int sum = 3, product = 1, least = 1000, all = 1, bits = 0;
  double total = 0.5;
#pragma omp taskgroup task_reduction(+ : sum, total) task_reduction(* : product) task_reduction(min : least) \
    task_reduction(&& : all) task_reduction(| : bits)
  for (int i = 0; i < kTasks; i++) {
#pragma omp task in_reduction(+ : sum, total)
    {
      sum += i;
      total += i * 0.25;
    }
    if (i < 10) {
#pragma omp task in_reduction(* : product) in_reduction(| : bits)
      {
        product *= 2;
        bits |= 1 << i;
      }
    }
#pragma omp task in_reduction(min : least) in_reduction(&& : all)
    {
      if (500 - i < least) least = 500 - i;
      all = all && i >= 0;
    }
  }
  if (sum != 3 + kTasks * (kTasks - 1) / 2 || total != 0.5 + kTasks * (kTasks - 1) / 8.0) hit(wrong);
  if (product != 1024 || bits != 1023 || least != 500 - kTasks + 1 || all != 1) hit(wrong);
}

static void arrays(int length, int* wrong) {
  int fixed[5] = {1, 2, 3, 4, 5};
  long variable[length];
  short bytes[16] = {0};
  for (int i = 0; i < length; i++) variable[i] = i;
#pragma omp taskgroup task_reduction(+ : fixed, variable, bytes[4 : 8])
  for (int i = 0; i < kTasks; i++) {
#pragma omp task in_reduction(+ : fixed, variable)
    {
      fixed[i % 5] += i;
      variable[i % length] += 1;
    }
#pragma omp task in_reduction(+ : bytes[4 : 8])
    bytes[4 + i % 8] += 1;
  }
  int sum = 0, marks = 0;
  long total = 0;
  for (int i = 0; i < 5; i++) sum += fixed[i];
  for (int i = 0; i < length; i++) total += variable[i];
  for (int i = 0; i < 16; i++) marks += bytes[i] == (i >= 4 && i < 12 ? kTasks / 8 : 0);
  if (sum != 15 + kTasks * (kTasks - 1) / 2 || total != length * (length - 1) / 2 + kTasks || marks != 16) hit(wrong);
}

static int nodes;

static void tree(int depth) {
#pragma omp task in_reduction(+ : nodes) firstprivate(depth)
  {
    nodes += 1;
    if (depth > 0) {
      tree(depth - 1);
      tree(depth - 1);
    }
  }
}

static void nested(int* wrong) {
  int outer = 0, inner = 0;
#pragma omp taskgroup task_reduction(+ : outer)
  for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : outer)
    {
      outer += 1;
#pragma omp task in_reduction(+ : outer)
      outer += 10;
    }
  }
#pragma omp taskgroup task_reduction(+ : outer, inner)
  {
#pragma omp task in_reduction(+ : outer, inner)
    {
      int here = 0;
#pragma omp taskgroup task_reduction(+ : here)
      for (int i = 0; i < 5; i++) {
#pragma omp task in_reduction(+ : here)
        here += i;
      }
      inner += here;
      outer += 1000;
    }
  }
  if (outer != 1110 || inner != 10) hit(wrong);
}

int main(void) {
  int wrong = 0;
#pragma omp parallel
  for (int lap = 0; lap < 5; lap++) {
    scalars(&wrong);
    arrays(7 + lap, &wrong);
    nested(&wrong);
  }
  scalars(&wrong);
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : nodes)
  tree(5);
  CHECK_EQUAL(nodes, 63);
  CHECK_EQUAL(wrong, 0);
  return finish();
}
