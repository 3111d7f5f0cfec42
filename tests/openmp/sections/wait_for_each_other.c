// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sections that wait for one another, behind one that takes no time: a thread has none in hand while it runs another. Each has a thread, so none waits in vain.
// run: OMP_NUM_THREADS=8
// run: OMP_NUM_THREADS=8 OMP_WAIT_POLICY=passive
#include <omp.h>
#include <sched.h>

#include "check.h"

// Begun in the order in which they stand: the first of each pair is begun before the one for which it waits.
static void consume(int* ready) {
  while (!__atomic_load_n(ready, __ATOMIC_ACQUIRE)) sched_yield();
}
static void produce(int* ready) { __atomic_store_n(ready, 1, __ATOMIC_RELEASE); }

int main(void) {
  for (int round = 0; round < 200; round++) {
    int first = 0, second = 0, third = 0, ran = 0;
#pragma omp parallel sections num_threads(8)
    {
      hit(&ran);
#pragma omp section
      consume(&first);
#pragma omp section
      produce(&first);
#pragma omp section
      consume(&second);
#pragma omp section
      produce(&second);
#pragma omp section
      consume(&third);
#pragma omp section
      produce(&third);
#pragma omp section
      hit(&ran);
    }
    CHECK_EQUAL(ran, 2);
  }
  return finish();
}
