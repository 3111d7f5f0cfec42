// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers that go along the machine, in teams whose size and policy change from region to region: laid out for the places anew, and
// found again when a size or a policy returns.
// run: OMP_PLACES={0}:8 OMP_PROC_BIND=close MUSTER_BARRIER=cluster
// run: OMP_PLACES={0}:8 OMP_PROC_BIND=spread MUSTER_BARRIER=cluster KMP_BLOCKTIME=0
// run: OMP_PLACES={0}:2,{2:4},{0:8} OMP_PROC_BIND=close KMP_FORKJOIN_BARRIER_PATTERN=linear,cluster KMP_PLAIN_BARRIER_PATTERN=cluster,tree
// run: KMP_AFFINITY=scatter MUSTER_BARRIER=cluster KMP_DETERMINISTIC_REDUCTION=1
// run: GOMP_CPU_AFFINITY=0-7 MUSTER_BARRIER=cluster
// run: MUSTER_BARRIER=cluster
#include "eight_cpus.h"

#include <omp.h>

#include "check.h"

enum { kMost = 11 };

static int come[kMost];

static void part(int size, int region, long* sum) {
  const int self = omp_get_thread_num();
  CHECK_EQUAL(omp_get_num_threads(), size);
  for (int round = 2 * region; round < 2 * region + 2; round++) {
    come[self] = round;
#pragma omp barrier
    for (int other = 0; other < size; other++) CHECK_EQUAL(come[other], round);
#pragma omp barrier
  }
  *sum += self + 1;
}

// The policies are in the program text, so each has its own construct.
static void region_of(int size, int region) {
  long sum = 0;
  switch (region % 4) {
    case 0:
#pragma omp parallel num_threads(size) reduction(+ : sum) proc_bind(spread)
      part(size, region, &sum);
      break;
    case 1:
#pragma omp parallel num_threads(size) reduction(+ : sum) proc_bind(close)
      part(size, region, &sum);
      break;
    case 2:
#pragma omp parallel num_threads(size) reduction(+ : sum) proc_bind(primary)
      part(size, region, &sum);
      break;
    default:
#pragma omp parallel num_threads(size) reduction(+ : sum)
      part(size, region, &sum);
  }
  CHECK_EQUAL(sum, size * (size + 1) / 2);
}

int main(void) {
  omp_set_dynamic(0);
  for (int region = 0; region < 200; region++) {
    region_of(1 + region % kMost, region);
    // The same size by all policies, one after another.
    region_of(4, region);
  }
  return finish();
}
