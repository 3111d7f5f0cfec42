// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner teams forked again and again by the same outer threads, with equal and with changing sizes.
#include <omp.h>

#include "check.h"

enum { kOuter = 3, kRounds = 150 };

static void run_round(int round, long* sums) {
#pragma omp parallel num_threads(kOuter)
  {
    int outer = omp_get_thread_num();
    int inner_size = 1 + (round / 10 + outer) % 4;  // stays for ten rounds, differs between the outer threads
    long sum = 0;
#pragma omp parallel num_threads(inner_size) reduction(+ : sum)
    {
      CHECK_EQUAL(omp_get_ancestor_thread_num(1), outer);
      CHECK_EQUAL(omp_get_team_size(1), kOuter);
      CHECK_EQUAL(omp_get_num_threads(), inner_size);
      sum += 1 + omp_get_thread_num();
    }
    sums[outer] = sum - (long)inner_size * (inner_size + 1) / 2;
  }
}

int main(void) {
  omp_set_max_active_levels(2);
  for (int round = 0; round < kRounds; round++) {
    long sums[kOuter] = {1, 1, 1};
    run_round(round, sums);
    for (int i = 0; i < kOuter; i++) CHECK_EQUAL(sums[i], 0);
  }
  return finish();
}
