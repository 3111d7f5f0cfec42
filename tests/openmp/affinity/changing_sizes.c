// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Teams of sizes in turn that share two places: the numbers on a place are consecutive in each, and no thread is ever moved for it.
// Everything that goes by thread numbers still does.
// run: OMP_PLACES={0}:2 OMP_PROC_BIND=close
// run: OMP_PLACES={0}:2 OMP_PROC_BIND=spread
// run: OMP_PLACES={0}:2 OMP_PROC_BIND=close KMP_PLAIN_BARRIER_PATTERN=tree,tree KMP_FORKJOIN_BARRIER_PATTERN=tree,tree
// run: OMP_PLACES={0}:2 OMP_PROC_BIND=close KMP_DETERMINISTIC_REDUCTION=1
// peers: none
// Why: the peers ask the kernel in other ways than the calls that this program takes over.
#include "eight_cpus.h"

#include <omp.h>

#include "check.h"

enum { kMost = 7 };

// Where `size` threads are on two places, the longer part comes first.
static int expected_place(int size, int number) { return number < (size + 1) / 2 ? 0 : 1; }

static void region(int size) {
  int places[kMost] = {0};
  int come[kMost] = {0};
  int dealt[kMost] = {0};
  int by_tasks = 0;
  long sum = 0;
  int told = -1;
#pragma omp parallel num_threads(size) reduction(+ : sum)
  {
    const int self = omp_get_thread_num();
    CHECK_EQUAL(omp_get_num_threads(), size);
    places[self] = omp_get_place_num();
    CHECK_EQUAL(cpus_of_caller(), 1u << places[self]);
#pragma omp atomic
    come[self]++;
    sum += self + 1;
#pragma omp for schedule(static, 1)
    for (int i = 0; i < size; i++) dealt[i] = omp_get_thread_num();
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 20; i++) {
#pragma omp task shared(by_tasks)
      {
#pragma omp atomic
        by_tasks++;
      }
    }
    int mine = self;
#pragma omp single copyprivate(mine)
    mine = 42;
    CHECK_EQUAL(mine, 42);
#pragma omp master
    told = omp_get_thread_num();
  }
  CHECK_EQUAL(told, 0);
  CHECK_EQUAL(by_tasks, 20);
  CHECK_EQUAL(sum, size * (size + 1) / 2);
  for (int number = 0; number < size; number++) {
    CHECK_EQUAL(come[number], 1);
    CHECK_EQUAL(dealt[number], number);
    CHECK_EQUAL(places[number], size <= 2 ? number : expected_place(size, number));
  }
}

int main(void) {
  omp_set_dynamic(0);
  region(kMost);
  const int calls = eight_cpus_calls;
  for (int i = 0; i < 200; i++) {
    region(2);
    region(4);
    region(3);
    region(1 + i % kMost);
  }
  CHECK_EQUAL(eight_cpus_calls, calls);
  return finish();
}
