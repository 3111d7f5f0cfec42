// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of an application: runs it once on whichever runtime the loader finds, and prints one JSON line. Exit status: 0 the
// answer is right, 1 it is wrong or the team is not the one asked for, 2 bad usage.
#include <getopt.h>
#include <omp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "app.h"
#include "clock.h"
#include "loaded.h"

static const char* const kUsage =
    "Usage: %s [--scale X] [--threads N] [--gate]\n"
    "Runs %s once on whichever runtime the loader finds and checks the answer. One JSON line.\n"
    "  --scale X    part of the work, of 0.001 to 1000 (1)\n"
    "  --threads N  omp_set_num_threads(N) first; without it the runtime decides\n"
    "  --gate       print `ready` before what is measured, and begin at the next line of standard input\n";

static double parse_number(const char* text, const char* option, double least, double most) {
  char* end = NULL;
  const double value = strtod(text, &end);
  if (end == text || *end != '\0' || !(value >= least && value <= most)) {
    fprintf(stderr, "%s: %s needs a number from %g to %g, not '%s'\n", APP_NAME, option, least, most, text);
    exit(2);
  }
  return value;
}

static long page_faults(void) {
  struct rusage raw;
  getrusage(RUSAGE_SELF, &raw);
  return raw.ru_minflt;
}

static void wait_at_gate(void) {
  char line[8];
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  puts("ready");
  fflush(stdout);
  if (fgets(line, sizeof line, stdin) == NULL) {
    exit(0);  // it is not wanted any more
  }
}

// What the measured part took.
struct cost {
  double wall_us;
  struct usage usage;
  long faults;
};

static struct cost run(void) {
  const long faults = page_faults();
  const struct usage before = usage_of(RUSAGE_SELF);
  const double start_us = now_us();
  app_run();
  struct cost cost = {.wall_us = now_us() - start_us, .usage = usage_of(RUSAGE_SELF)};
  cost.usage.cpu_us -= before.cpu_us;
  cost.usage.switches -= before.switches;
  cost.usage.sleeps -= before.sleeps;
  cost.faults = page_faults() - faults;
  return cost;
}

static void print_result(const struct cost* cost, const struct app_answer* answer, double scale, int threads, bool ok) {
  printf("{\"app\":\"%s\",\"build\":\"%s\",\"compiler\":\"%s\",\"library\":\"%s\",\"threads\":%d,\"scale\":%g",
         APP_NAME, MUSTER_BENCH_BUILD, __VERSION__, runtime_library(), threads, scale);
  printf(",\"wall_ns\":%.0f,\"cpu_ns\":%.0f,\"switches\":%ld,\"sleeps\":%ld,\"faults\":%ld", cost->wall_us * 1e3,
         cost->usage.cpu_us * 1e3, cost->usage.switches, cost->usage.sleeps, cost->faults);
  printf(",\"answer\":\"%.17g\",\"error\":\"%g\",\"allowed\":\"%g\",\"ok\":%s}\n", answer->answer, answer->error,
         answer->allowed, ok ? "true" : "false");
  fflush(stdout);
}

int main(int argc, char** argv) {
  enum { kScale = 1, kThreads, kGate };
  static const struct option kOptions[] = {
      {"scale", required_argument, NULL, kScale},
      {"threads", required_argument, NULL, kThreads},
      {"gate", no_argument, NULL, kGate},
      {NULL, 0, NULL, 0},
  };
  bool gate = false;
  double scale = 1.0;
  for (int choice; (choice = getopt_long(argc, argv, "", kOptions, NULL)) != -1;) {
    switch (choice) {
      case kScale: scale = parse_number(optarg, "--scale", 0.001, 1000.0); break;
      case kThreads: omp_set_num_threads((int)parse_number(optarg, "--threads", 1.0, 4096.0)); break;
      case kGate: gate = true; break;
      default: fprintf(stderr, kUsage, argv[0], APP_NAME); return 2;
    }
  }
  if (optind != argc) {
    fprintf(stderr, kUsage, argv[0], APP_NAME);
    return 2;
  }
  const int threads = omp_get_max_threads();
  int bound = 0;
  const int met = meet_team(&bound);
  if (met != threads) {
    fprintf(stderr, "%s: wrong result: a team of %d was asked for, %d came (see OMP_THREAD_LIMIT and OMP_DYNAMIC)\n",
            APP_NAME, threads, met);
    return 1;
  }
  app_prepare(scale);
  if (gate) {
    wait_at_gate();
  }
  const struct cost cost = run();
  struct app_answer answer = {0};
  app_check(&answer);
  const bool ok = answer.error <= answer.allowed;
  print_result(&cost, &answer, scale, threads, ok);
  if (!ok) {
    fprintf(stderr, "%s on %s: wrong result: off by %g, %g is allowed\n", APP_NAME, runtime_library(), answer.error,
            answer.allowed);
  }
  return ok ? 0 : 1;
}
