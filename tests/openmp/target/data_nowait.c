// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data constructs with nowait and depend are tasks: the thread that meets one goes on, and what depends on it comes behind it.
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=5
#include <omp.h>

#include "check.h"

static int may_end, has_ended, follower;

// The task that the construct depends on ends when the thread has gone on behind the construct.
static void hold(void) {
  while (!__atomic_load_n(&may_end, __ATOMIC_ACQUIRE)) work(100);
  __atomic_store_n(&has_ended, 1, __ATOMIC_RELEASE);
}

static void go_on(void) { __atomic_store_n(&may_end, 1, __ATOMIC_RELEASE); }

static void follow(void) {
  CHECK(__atomic_load_n(&has_ended, __ATOMIC_ACQUIRE));
  hit(&follower);
}

int main(void) {
  int value = 0, data[4] = {0};
  (void)value;
  (void)data;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 3; round++) {
    may_end = has_ended = 0;
#pragma omp task depend(out : value)
    hold();
    if (round == 0) {
#pragma omp target update to(data) nowait depend(inout : value)
    } else if (round == 1) {
#pragma omp target enter data map(to : data) nowait depend(inout : value)
    } else {
#pragma omp target exit data map(from : data) nowait depend(inout : value)
    }
#pragma omp task depend(in : value)
    follow();
    go_on();
#pragma omp taskwait
  }
  CHECK_EQUAL(follower, 3);
  return finish();
}
