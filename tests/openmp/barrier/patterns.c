// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions, barriers and worksharing with each algorithm for all uses, at team sizes around a full tree, also with halves of two.
// peers: none (they have other algorithms)
// run: OMP_NUM_THREADS=9 MUSTER_BARRIER=central
// run: OMP_NUM_THREADS=9 MUSTER_BARRIER=central_blocking
// run: OMP_NUM_THREADS=9 MUSTER_BARRIER=linear
// run: OMP_NUM_THREADS=9 MUSTER_BARRIER=tree
// run: OMP_NUM_THREADS=9 MUSTER_BARRIER=tree KMP_PLAIN_BARRIER=1,3 KMP_FORKJOIN_BARRIER=3,1
// run: OMP_NUM_THREADS=17 MUSTER_BARRIER=hyper
// run: OMP_NUM_THREADS=17 MUSTER_BARRIER=hyper OMP_WAIT_POLICY=passive
// run: OMP_NUM_THREADS=9 MUSTER_BARRIER=mcs
// run: OMP_NUM_THREADS=9 MUSTER_BARRIER=mcs OMP_WAIT_POLICY=passive
// run: OMP_NUM_THREADS=9 MUSTER_BARRIER=tournament
// run: OMP_NUM_THREADS=9 KMP_PLAIN_BARRIER_PATTERN=dissemination
// run: OMP_NUM_THREADS=9 KMP_PLAIN_BARRIER_PATTERN=dissemination KMP_PLAIN_BARRIER=2
// run: OMP_NUM_THREADS=17 MUSTER_BARRIER=dist
// run: OMP_NUM_THREADS=17 MUSTER_BARRIER=dist OMP_WAIT_POLICY=passive
// run: OMP_NUM_THREADS=9 MUSTER_BARRIER=hierarchical
// run: OMP_NUM_THREADS=9 MUSTER_BARRIER=tree,hyper
// run: OMP_NUM_THREADS=9 MUSTER_BARRIER=central,dist
#include <omp.h>

#include "check.h"

enum { kMost = 17 };

static void one_region(int size, int round) {
  int seen[kMost] = {0};
  int total = 0;
  int wrong = 0;
#pragma omp parallel num_threads(size)
  {
    const int self = omp_get_thread_num();
    const int members = omp_get_num_threads();
    for (int turn = 1; turn <= 3; ++turn) {
      seen[self] = round + turn;
#pragma omp barrier
      for (int other = 0; other < members; ++other) {
        if (seen[other] != round + turn) {
#pragma omp atomic
          ++wrong;
        }
      }
#pragma omp barrier
    }
#pragma omp for reduction(+ : total)
    for (int i = 0; i < 50; ++i) {
      total += i;
    }
#pragma omp single
    seen[0] = -1;
    if (seen[0] != -1) {
#pragma omp atomic
      ++wrong;
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(total, 1225);
}

int main(void) {
  const int largest = omp_get_max_threads();
  for (int round = 0; round < 40; ++round) {
    one_region(largest, round);
    one_region(round % largest + 1, round);
  }
  return finish();
}
