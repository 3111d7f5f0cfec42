// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every way of combining, along every tree: the compiler hands over what each takes, and KMP_FORCE_REDUCTION picks.
// compilers: clang
// peers: libomp
// run: OMP_NUM_THREADS=1 KMP_FORCE_REDUCTION=tree
// run: OMP_NUM_THREADS=2 KMP_FORCE_REDUCTION=tree
// run: OMP_NUM_THREADS=5 KMP_FORCE_REDUCTION=tree KMP_REDUCTION_BARRIER_PATTERN=linear,linear
// run: OMP_NUM_THREADS=5 KMP_FORCE_REDUCTION=tree KMP_REDUCTION_BARRIER_PATTERN=tree,tree KMP_REDUCTION_BARRIER=1,1
// run: OMP_NUM_THREADS=9 KMP_FORCE_REDUCTION=tree KMP_REDUCTION_BARRIER_PATTERN=hyper,tree
// run: OMP_NUM_THREADS=9 KMP_FORCE_REDUCTION=tree KMP_REDUCTION_BARRIER_PATTERN=dist,dist
// run: OMP_NUM_THREADS=5 KMP_FORCE_REDUCTION=atomic
// run: OMP_NUM_THREADS=5 KMP_FORCE_REDUCTION=critical
#include <omp.h>

#include "check.h"

static void after_region(int threads) {
  double sum = 0;
  long largest = -1;
  int members = 0;
#pragma omp parallel reduction(+ : sum, members) reduction(max : largest)
  {
    sum += omp_get_thread_num();
    largest = omp_get_thread_num();
    ++members;
  }
  CHECK_EQUAL(members, threads);
  CHECK_EQUAL(largest, threads - 1);
  CHECK(sum == threads * (threads - 1) / 2.0);
}

static void inside_region(void) {
  int sum = 0;
  int wrong = 0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 100; ++i) {
      sum += i;
    }
    // The construct ends with a barrier: every thread sees the total.
    if (sum != 4950) {
#pragma omp atomic
      ++wrong;
    }
  }
  CHECK_EQUAL(wrong, 0);
}

int main(void) {
  const int threads = omp_get_max_threads();
  for (int round = 0; round < 200; ++round) {
    after_region(threads);
    inside_region();
  }
  return finish();
}
