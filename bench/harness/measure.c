// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds how often a construct fits the time budget, runs it that often, subtracts the cost of the same bodies without
// the construct (the method of the EPCC micro-benchmarks), and verifies the work of every run, calibration included.
#include "measure.h"

#include <stdio.h>
#include <string.h>

#include "clock.h"

struct slot bench_slots[kMaxThreads];
long bench_work = 0;

long bench_ticks(int slots) {
  long sum = 0;
  for (int i = 0; i < slots; ++i) {
    sum += bench_slots[i].ticks;
  }
  return sum;
}

long bench_each_thread_once(int threads, long count) { return threads * count; }

long bench_one_thread_once(int threads, long count) {
  (void)threads;
  return count;
}

double reference_body_us(void) {
  enum { kRuns = 9 };
  const double least_us = 100.0;  // long against the clock's own 20 to 50 ns
  long bodies = 1000;
  double best = 0.0;
  for (int run = 0; run < kRuns;) {
    const double start = now_us();
    for (long i = 0; i < bodies; ++i) {
      bench_body(&bench_slots[0]);
    }
    const double elapsed = now_us() - start;
    if (elapsed < least_us) {
      bodies *= 4;
      continue;
    }
    const double each = elapsed / (double)bodies;
    best = run == 0 || each < best ? each : best;
    ++run;
  }
  return best;
}

// How many bodies had to run one after the other, whatever the runtime did.
static double bodies_on_path(const struct construct* construct, int threads, long count) {
  if (construct->bodiless) {
    return 0.0;
  }
  const double lanes = construct->serial ? 1.0 : bench_lanes(threads);
  return (double)construct->expected(threads, count) / lanes;
}

static long round_up(long count, long granule) { return (count + granule - 1) / granule * granule; }

// One run of `count` constructs. Returns what is wrong, or NULL.
static const char* run_once(const struct construct* construct, int threads, long count, double* elapsed_us,
                            struct usage* spent) {
  static char wrong[128];
  memset(bench_slots, 0, sizeof bench_slots);
  const struct usage before = usage_of(RUSAGE_SELF);
  const double start = now_us();
  const long work = construct->timed(threads, count);
  *elapsed_us = now_us() - start;
  const struct usage after = usage_of(RUSAGE_SELF);
  spent->cpu_us = after.cpu_us - before.cpu_us;
  spent->switches = after.switches - before.switches;
  spent->sleeps = after.sleeps - before.sleeps;
  const long expected = construct->expected(threads, count);
  if (work != expected) {
    snprintf(wrong, sizeof wrong, "%ld constructs did %ld units of work, %ld expected", count, work, expected);
    return wrong;
  }
  return NULL;
}

// The fewest constructs of a run. Where the ideal is known, they fill a sixteenth of the budget with it: one run that another program held up must
// not leave so few that the beginning and the end of a region are all that is timed from then on.
static long fewest(const struct construct* construct, int threads, double budget_us) {
  const double ideal_us = construct->ideal_us != NULL ? construct->ideal_us(threads) : 0.0;
  const double count = ideal_us > 0.0 ? budget_us / 16.0 / ideal_us : 1.0;
  return count < 1.0 ? 1 : (long)count;
}

// A count that fills `budget_us`, given that `count` took `elapsed_us`.
static long fitted(long count, double elapsed_us, double budget_us, long least, long granule) {
  const double wanted = (double)count * budget_us / elapsed_us;
  return round_up(wanted < (double)least ? least : (long)wanted, granule);
}

const char* measure_construct(const struct construct* construct, const struct options* options, int threads,
                              double body_us, struct sample* samples) {
  const double budget_us = options->budget_ms * 1e3;
  const long granule = construct->count_granule != 0 ? construct->count_granule : 1;
  const long least = fewest(construct, threads, budget_us);
  double elapsed = 0.0;
  struct usage spent;
  long count = granule;
  for (;;) {
    const char* wrong = run_once(construct, threads, count, &elapsed, &spent);
    if (wrong != NULL) {
      return wrong;
    }
    // A sixteenth of the budget is enough to extrapolate from, and keeps calibration cheap.
    if (elapsed >= budget_us / 16.0) {
      break;
    }
    // At most 16 times as many at once: the first run may be untypical by far (threads just created).
    const double growth = budget_us / 8.0 / (elapsed < 0.1 ? 0.1 : elapsed);
    count = round_up((long)((double)count * (growth > 16.0 ? 16.0 : growth < 2.0 ? 2.0 : growth)), granule);
  }
  count = fitted(count, elapsed, budget_us, least, granule);
  for (int i = 0; i < options->repetitions; ++i) {
    const char* wrong = run_once(construct, threads, count, &elapsed, &spent);
    if (wrong != NULL) {
      return wrong;
    }
    samples[i].us = (elapsed - bodies_on_path(construct, threads, count) * body_us) / (double)count;
    samples[i].cpu_us = spent.cpu_us / (double)count;
    samples[i].switches = (double)spent.switches / (double)count;
    samples[i].sleeps = (double)spent.sleeps / (double)count;
    samples[i].process_us = 0.0;
    samples[i].rss_kib = 0.0;
    samples[i].count = count;
    if (elapsed > 3.0 * budget_us || elapsed < budget_us / 3.0) {
      count = fitted(count, elapsed, budget_us, least, granule);
    }
  }
  return NULL;
}
