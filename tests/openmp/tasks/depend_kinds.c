// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kinds of dependences: mutexinoutset excludes, depend objects and iterators name addresses, taskwait depend waits for some.
#include <omp.h>

#include "check.h"

enum { kTasks = 40 };

static int wrong;

static void exclusion(void) {
  int inside = 0, sum = 0;
#pragma omp task depend(out : sum) shared(sum)
  sum = 100;
  for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(mutexinoutset : sum) shared(sum, inside)
    {
      if (__atomic_fetch_add(&inside, 1, __ATOMIC_RELAXED) != 0 || sum < 100) hit(&wrong);
      work(50);
      sum += 1;
      __atomic_fetch_sub(&inside, 1, __ATOMIC_RELAXED);
    }
  }
#pragma omp task depend(in : sum) shared(sum)
  if (sum != 100 + kTasks) hit(&wrong);
#pragma omp taskwait
}

static void objects(void) {
  int value = 0;
  omp_depend_t writes, reads;
#pragma omp depobj(writes) depend(inout : value)
#pragma omp depobj(reads) depend(in : value)
  for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(depobj : writes) shared(value)
    {
      work(20);
      value += 1;
    }
#pragma omp task depend(depobj : reads) shared(value)
    if (value != i + 1) hit(&wrong);
  }
#pragma omp depobj(reads) update(out)
#pragma omp task depend(depobj : reads) shared(value)
  value = -1;
#pragma omp taskwait depend(in : value)
  if (value != -1) hit(&wrong);
#pragma omp depobj(writes) destroy
#pragma omp depobj(reads) destroy
}

static void iterators(void) {
  int cells[kTasks] = {0}, sum = 0;
  for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(out : cells[i]) shared(cells)
    {
      work(30);
      cells[i] = i;
    }
  }
#pragma omp task depend(iterator(int i = 0 : kTasks), in : cells[i]) shared(cells, sum)
  for (int i = 0; i < kTasks; i++) sum += cells[i];
#pragma omp taskwait
  if (sum != kTasks * (kTasks - 1) / 2) hit(&wrong);
}

// A task waits for what it names and for nothing else.
static void some_only(void) {
  int first = 0, second = 0;
#pragma omp task depend(out : first) shared(first)
  first = 1;
#pragma omp task depend(out : second) shared(second)
  second = 1;
#pragma omp taskwait depend(in : first)
  if (first != 1) hit(&wrong);
#pragma omp task depend(inout : first) depend(in : second) if (0) shared(first, second)
  if (first != 1 || second != 1) hit(&wrong);
#pragma omp taskwait
}

// Undeferred and final tasks wait for their predecessors; their own children have dependences of their own.
static void undeferred(void) {
  int value = 0, inner = 0;
  for (int i = 0; i < 10; i++) {
#pragma omp task depend(inout : value) shared(value)
    value += 1;
#pragma omp task depend(inout : value) shared(value, inner) final(i % 2)
    {
      value += 1;
#pragma omp task depend(out : inner) shared(inner)
      inner = i;
#pragma omp task depend(in : inner) shared(inner)
      if (inner != i) hit(&wrong);
#pragma omp taskwait
    }
#pragma omp task depend(inout : value) shared(value) if (0)
    value += 1;
    if (value != 3 * (i + 1)) hit(&wrong);
  }
}

int main(void) {
#pragma omp parallel
  for (int lap = 0; lap < 20; lap++) {
    exclusion();
    objects();
    iterators();
    some_only();
    undeferred();
  }
  CHECK_EQUAL(wrong, 0);
  return finish();
}
