// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that make the next one and end, as a walk along a list does, in a team of one: the stack holds some of them and not all. libgomp defers
// tasks in such a team too.
// run: OMP_NUM_THREADS=1
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=4
// peers: libgomp (libomp runs each task on its maker's stack in a team of one)
#include <omp.h>

#include "check.h"

// With 64 bytes of stack each the tasks of a chain would need twice the usual limit of 8 MiB.
enum { kTasks = 262144, kDeep = 2000 };

static long ran, sum;

static void walk(long left) {
#pragma omp task firstprivate(left)
  {
    ran++;
    if (left > 1) walk(left - 1);
  }
}

// The tasks have a depend clause, though nothing that they would wait for.
static void walk_dependent(long left) {
#pragma omp task depend(inout : sum) firstprivate(left)
  {
    sum += left;
    if (left > 1) walk_dependent(left - 1);
  }
}

// The chain is deep when a taskgroup waits for its rest.
static void walk_in_group(long left) {
  if (left == 0) return;
  if (left % 100 == 0) {
    const long before = ran;
#pragma omp taskgroup
    walk(100);
    CHECK(ran == before + 100);
  }
#pragma omp task firstprivate(left)
  walk_in_group(left - 1);
}

// Children of a deep task in order of their dependences, and a taskwait that sees what they have done.
static void order_deep_children(long left) {
  if (left > 0) {
#pragma omp task firstprivate(left)
    order_deep_children(left - 1);
    return;
  }
  int value = 0, wrong = 0;
  for (int i = 0; i < 100; i++) {
#pragma omp task depend(inout : value) shared(value, wrong) firstprivate(i)
    {
      if (value != i) wrong++;
      value++;
    }
  }
#pragma omp task depend(in : value) shared(value, wrong)
  if (value != 100) wrong++;
#pragma omp taskwait
  CHECK(value == 100 && wrong == 0);
}

// The tasks of a loop at the end of a chain.
static void loop_deep(long left) {
  if (left > 0) {
#pragma omp task firstprivate(left)
    loop_deep(left - 1);
    return;
  }
  long local = 0;
#pragma omp taskloop grainsize(1) reduction(+ : local)
  for (int i = 0; i < 1000; i++) local += i;
  CHECK(local == 499500);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  walk(kTasks);
  CHECK(ran == kTasks);

#pragma omp parallel
  {
#pragma omp single nowait
    walk_dependent(kTasks);
#pragma omp barrier
    const long all = (long)kTasks * (kTasks + 1) / 2;
    CHECK(sum == all);
  }

  ran = 0;
#pragma omp parallel
#pragma omp single
  {
    walk_in_group(kDeep);
#pragma omp taskwait
  }
  CHECK(ran == kDeep);

#pragma omp parallel
#pragma omp single
  {
    order_deep_children(kDeep);
    loop_deep(kDeep);
  }
  return finish();
}
