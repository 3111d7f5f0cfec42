// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sched_yield() does nothing and takes as long as a switch, as in sandboxes that look at each system call: a team with more threads than CPUs finds out,
// and sleeps instead of yielding through each wait.
// libgomp and libomp yield by counts of their own, which this does not ask about.
// peers: none
// An emulator and a sanitizer wait by other times.
// not-under: address thread emulation
#include <omp.h>
#include <stdatomic.h>
#include <time.h>

#include "check.h"

enum { kBarriers = 300, kYield_ns = 1000 };
// A wait that is given up after 0.4 ms had some 400 of them. Found out after 16, they are not tried again for 10 ms.
enum { kMostYieldsAWait = 100 };

static atomic_long yields;

static long long now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

// Stands in front of the C library's.
int sched_yield(void) {
  atomic_fetch_add(&yields, 1);
  const long long end_ns = now_ns() + kYield_ns;
  while (now_ns() < end_ns) {
  }
  return 0;
}

int main(void) {
  const int threads = 2 * omp_get_num_procs();
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < kBarriers; i++) {
#pragma omp barrier
  }
  const double a_wait = (double)yields / kBarriers / threads;
  CHECK(yields > 0);
  CHECK(a_wait < kMostYieldsAWait);
  return finish();
}
