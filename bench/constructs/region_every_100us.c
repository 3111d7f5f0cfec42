// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions with 100 us of serial work before each: long for a spin that counts, short against a wake-up. The time is that of
// the region alone; the voluntary switches beside it say how many workers had gone to sleep.
#include <omp.h>
#include <stddef.h>
#include <string.h>

#include "clock.h"
#include "harness.h"

enum { kGap_us = 100, kWarmUp = 20 };

static void work_serially(void) {
  const double end = now_us() + kGap_us;
  while (now_us() < end) {
  }
}

static double region_us(void) {
  const double start = now_us();
#pragma omp parallel
  bench_body(&bench_slots[omp_get_thread_num()]);
  return now_us() - start;
}

static const char* measure(const struct options* options, struct sample* sample) {
  const int threads = omp_get_max_threads();
  const long regions = (long)(options->budget_ms * 1e3 / kGap_us) + 1;
  memset(bench_slots, 0, sizeof bench_slots);
  // A runtime may need some regions to learn how long the gaps are.
  for (int i = 0; i < kWarmUp; ++i) {
    work_serially();
    region_us();
  }
  double total_us = 0.0;
  const struct usage before = usage_of(RUSAGE_SELF);
  for (long i = 0; i < regions; ++i) {
    work_serially();
    total_us += region_us();
  }
  const struct usage after = usage_of(RUSAGE_SELF);
  const double count = (double)regions;
  *sample = (struct sample){
      .us = total_us / count,
      .cpu_us = (after.cpu_us - before.cpu_us) / count,
      .switches = (double)(after.switches - before.switches) / count,
      .sleeps = (double)(after.sleeps - before.sleeps) / count,
      .count = regions,
  };
  return bench_ticks(threads) == (regions + kWarmUp) * threads ? NULL : "a region did not run once in every thread";
}

const struct construct region_every_100us_construct = {
    .name = "region_every_100us",
    .title = "a region every 100 us",
    .measure = measure,
};
