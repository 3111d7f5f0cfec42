// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What idle workers take from the machine: the CPU time of all threads but the primary during serial work that follows a
// region. The serial work is 20 times the budget: one second by default.
#include <omp.h>
#include <stddef.h>
#include <time.h>

#include "clock.h"
#include "harness.h"

enum { kBudgets = 20, kRegions = 10 };

static double clock_us(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static double workers_cpu_us(void) { return clock_us(CLOCK_PROCESS_CPUTIME_ID) - clock_us(CLOCK_THREAD_CPUTIME_ID); }

static const char* measure(const struct options* options, struct sample* sample) {
  const int threads = omp_get_max_threads();
  for (int i = 0; i < threads; ++i) {
    bench_slots[i].ticks = 0;
  }
  for (int region = 0; region < kRegions; ++region) {
#pragma omp parallel
    bench_body(&bench_slots[omp_get_thread_num()]);
  }
  const double before = workers_cpu_us();
  const struct usage used = usage_of(RUSAGE_SELF);
  const double end = now_us() + kBudgets * options->budget_ms * 1e3;
  while (now_us() < end) {
  }
  const struct usage after = usage_of(RUSAGE_SELF);
  *sample = (struct sample){
      .us = workers_cpu_us() - before,
      .cpu_us = after.cpu_us - used.cpu_us,
      .switches = (double)(after.switches - used.switches),
      .sleeps = (double)(after.sleeps - used.sleeps),
      .count = 1,
  };
  return bench_ticks(threads) == (long)kRegions * threads ? NULL : "the regions before did not run as they should";
}

const struct construct idle_after_region_construct = {
    .name = "idle_after_region",
    .title = "CPU time of idle workers after a region",
    .measure = measure,
};
