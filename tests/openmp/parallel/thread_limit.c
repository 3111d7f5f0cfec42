// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMP_THREAD_LIMIT bounds the number of threads that take part in a contention group, nested teams included.
// run: OMP_THREAD_LIMIT=3 OMP_NUM_THREADS=2
// run: OMP_THREAD_LIMIT=3 OMP_NUM_THREADS=8
// run: OMP_THREAD_LIMIT=3
#include <omp.h>

#include "check.h"

static int now, most;

static void enter(void) {
  int here = __atomic_add_fetch(&now, 1, __ATOMIC_RELAXED);
  int known = __atomic_load_n(&most, __ATOMIC_RELAXED);
  while (here > known && !__atomic_compare_exchange_n(&most, &known, here, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

int main(void) {
  CHECK_EQUAL(omp_get_thread_limit(), 3);
  CHECK(omp_get_max_threads() >= 1);
  for (int asked = 1; asked <= 8; asked++) {
    int threads = 0;
#pragma omp parallel num_threads(asked)
    hit(&threads);
    CHECK_EQUAL(threads, asked < 3 ? asked : 3);
  }
  int threads = 0;
#pragma omp parallel
  hit(&threads);
  CHECK(threads >= 1 && threads <= 3);

  // Two outer threads, each asking for four: a leaf counts while every thread of the group may be inside.
  omp_set_max_active_levels(2);
  for (int round = 0; round < 20; round++) {
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(4)
    {
      enter();
#pragma omp barrier
      __atomic_fetch_sub(&now, 1, __ATOMIC_RELAXED);
    }
  }
  CHECK(most >= 2 && most <= 3);
  return finish();
}
