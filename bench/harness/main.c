// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of the construct benchmarks: runs the constructs named, one JSON line each on standard output.
// "not_comparable" in it says what the runtime does other than asked although its results are right.
// Exit status: 0 all verified, 1 a construct gave a wrong result, 2 bad usage.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "first_region.h"
#include "harness.h"
#include "lanes.h"
#include "lengths.h"
#include "loaded.h"
#include "measure.h"
#include "options.h"

static const struct construct* find_construct(const char* name) {
  for (const struct construct* const* row = bench_constructs; *row != NULL; ++row) {
    if (strcmp((*row)->name, name) == 0) {
      return *row;
    }
  }
  return NULL;
}

// How many threads are bound, where the construct has not asked.
enum { kNotKnown = -1 };

static double median_field(const struct sample* samples, int count, double (*field)(const struct sample*)) {
  double values[kMaxRepetitions];
  for (int i = 0; i < count; ++i) {
    values[i] = field(&samples[i]);
  }
  return median_of(values, count);
}

static double us_of(const struct sample* sample) { return sample->us; }
static double cpu_us_of(const struct sample* sample) { return sample->cpu_us; }
static double switches_of(const struct sample* sample) { return sample->switches; }
static double sleeps_of(const struct sample* sample) { return sample->sleeps; }
static double process_us_of(const struct sample* sample) { return sample->process_us; }
static double rss_kib_of(const struct sample* sample) { return sample->rss_kib; }
static double count_of(const struct sample* sample) { return (double)sample->count; }

static void print_result(const struct construct* construct, const struct options* options, int threads, int bound,
                         double body_us, const char* deviation, const struct sample* samples) {
  const int n = options->repetitions;
  printf("{\"construct\":\"%s\",\"title\":\"%s\",\"build\":\"%s\",\"compiler\":\"%s\",\"threads\":%d,\"bound\":%d",
         construct->name, construct->title, MUSTER_BENCH_BUILD, __VERSION__, threads, bound);
  printf(",\"us\":%.6f,\"cpu_us\":%.6f,\"switches\":%.6f,\"process_us\":%.3f,\"count\":%.0f,\"body_us\":%.6f",
         median_field(samples, n, us_of), median_field(samples, n, cpu_us_of), median_field(samples, n, switches_of),
         median_field(samples, n, process_us_of), median_field(samples, n, count_of), body_us);
  printf(",\"sleeps\":%.6f,\"rss_kib\":%.0f,\"ideal_us\":%.6f", median_field(samples, n, sleeps_of),
         median_field(samples, n, rss_kib_of), construct->ideal_us != NULL ? construct->ideal_us(threads) : 0.0);
  printf(",\"us_each\":[");
  for (int i = 0; i < n; ++i) {
    printf("%s%.6f", i == 0 ? "" : ",", samples[i].us);
  }
  printf("],\"library\":\"%s\",\"verified\":true,\"not_comparable\":\"%s\"}\n", runtime_library(),
         deviation != NULL ? deviation : "");
  fflush(stdout);
}

// Returns what is wrong, or NULL.
static const char* run_construct(const struct construct* construct, const struct options* options, double body_us) {
  static char wrong[192];
  struct sample samples[kMaxRepetitions];
  if (construct->measure != NULL) {
    for (int i = 0; i < options->repetitions; ++i) {
      const char* failure = construct->measure(options, &samples[i]);
      if (failure != NULL) {
        return failure;
      }
    }
    print_result(construct, options, omp_get_max_threads(), kNotKnown, body_us, NULL, samples);
    return NULL;
  }
  const int asked = omp_get_max_threads();
  int bound = 0;
  const int met = meet_team(&bound);
  meet_cpus();
  if (construct->team_size == kTeamAsAsked && met != asked) {
    snprintf(wrong, sizeof wrong, "a team of %d was asked for, %d came (see OMP_THREAD_LIMIT and OMP_DYNAMIC)", asked,
             met);
    return wrong;
  }
  const int threads = construct->team_size != kTeamAsAsked ? construct->team_size : asked;
  const char* failure = construct->check(threads);
  const char* deviation = NULL;
  if (failure == NULL) {
    deviation = construct->deviation != NULL ? construct->deviation(threads) : NULL;
    failure = measure_construct(construct, options, threads, body_us, samples);
  }
  if (failure == NULL) {
    print_result(construct, options, threads, bound, body_us, deviation, samples);
  }
  return failure;
}

static void list_constructs(void) {
  for (const struct construct* const* row = bench_constructs; *row != NULL; ++row) {
    printf("{\"construct\":\"%s\",\"title\":\"%s\",\"team_size\":%d}\n", (*row)->name, (*row)->title,
           (*row)->team_size);
  }
}

int main(int argc, char** argv) {
  // Before anything that could wake the runtime.
  if (argc >= 2 && strcmp(argv[1], FIRST_REGION_CHILD) == 0) {
    return first_region_child(argc == 3 && strcmp(argv[2], FIRST_REGION_MEMORY) == 0);
  }
  struct options options = {.budget_ms = 50.0, .repetitions = 5, .threads = 0};
  const int first = read_options(argc, argv, &options);
  switch (options.action) {
    case kListConstructs: list_constructs(); return 0;
    case kCalibrateTurns:
      printf("{\"build\":\"%s\",\"turns_per_us\":%ld}\n", MUSTER_BENCH_BUILD, calibrate_turns());
      return 0;
    case kRunConstructs: break;
  }
  if (options.threads != 0) {
    omp_set_num_threads(options.threads);
  }
  if (omp_get_max_threads() > kMaxThreads) {
    fprintf(stderr, "constructs: at most %d threads; set OMP_NUM_THREADS or --threads\n", kMaxThreads);
    return 2;
  }
  const double body_us = reference_body_us();
  int status = 0;
  for (int i = first; i < argc; ++i) {
    const struct construct* construct = find_construct(argv[i]);
    if (construct == NULL) {
      fprintf(stderr, "constructs: no construct '%s'; --list names them\n", argv[i]);
      return 2;
    }
    const char* failure = run_construct(construct, &options, body_us);
    if (failure != NULL) {
      fprintf(stderr, "constructs: %s on %s: wrong result: %s\n", construct->name, runtime_library(), failure);
      status = 1;
    }
  }
  return status;
}
