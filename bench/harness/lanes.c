// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPUs of a team: each thread notes its own mask, and what counts is all of them together.
#include "lanes.h"

#include <omp.h>
#include <sched.h>

#include "harness.h"

static cpu_set_t masks[kMaxThreads];
static int cpus = 1;

void meet_cpus(void) {
#pragma omp parallel
  sched_getaffinity(0, sizeof *masks, &masks[omp_get_thread_num()]);
  cpu_set_t all;
  CPU_ZERO(&all);
  for (int thread = 0; thread < kMaxThreads; ++thread) {
    CPU_OR(&all, &all, &masks[thread]);
  }
  cpus = CPU_COUNT(&all) > 0 ? CPU_COUNT(&all) : 1;
}

int bench_lanes(int threads) { return threads < cpus ? threads : cpus; }
