// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every option with its range, and the help that is printed where one is wrong.
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "lengths.h"
#include "measure.h"

static const char* const kUsage =
    "Usage: %s [--budget-ms N] [--repetitions N] [--threads N] [--work N] [LENGTHS] CONSTRUCT...\n"
    "       %s --list | --calibrate\n"
    "Times OpenMP constructs on whichever runtime the loader finds. One JSON line each.\n"
    "  --budget-ms N    time of one repetition (50)\n"
    "  --repetitions N  repetitions; the median is reported (5)\n"
    "  --threads N      omp_set_num_threads(N) first; without it the runtime decides\n"
    "  --work N         turns of an empty loop in the body of the construct (0)\n"
    "  --calibrate      prints how many turns fit into a microsecond\n"
    "LENGTHS, for the constructs whose time includes work:\n"
    "  --hold-ns N          with the lock held, or in the critical section (1000)\n"
    "  --outside-ns N       before a thread comes again (1000)\n"
    "  --iteration-ns N     in each of few iterations (10000)\n"
    "  --iterations Nx[+M]  N of them for each thread, and M more (1x)\n"
    "  --task-ns N          in each task of a fine tree (50)\n"
    "  --turns-per-us N     how many turns make a microsecond (measured at the start)\n";

static const long kMostNs = 1000000000;

static long parse_number(const char* text, const char* option, long least, long most) {
  char* end = NULL;
  const long value = strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < least || value > most) {
    fprintf(stderr, "constructs: %s needs a number from %ld to %ld, not '%s'\n", option, least, most, text);
    exit(2);
  }
  return value;
}

static void read_iterations(const char* text) {
  if (!parse_iterations(text, &bench_lengths)) {
    fprintf(stderr, "constructs: --iterations needs N from 1 to %d and M up to %d as in '1x' or '2x+1', not '%s'\n",
            kMostIterationsEach, kMostIterationsMore, text);
    exit(2);
  }
}

static void show_usage(const char* program) {
  fprintf(stderr, kUsage, program, program);
  exit(2);
}

int read_options(int argc, char** argv, struct options* options) {
  enum { kBudget = 1, kRepetitions, kThreads, kWork, kList, kCalibrate };
  enum { kHold = kCalibrate + 1, kOutside, kIteration, kIterations, kTask, kTurns };
  static const struct option kOptions[] = {
      {"budget-ms", required_argument, NULL, kBudget},
      {"repetitions", required_argument, NULL, kRepetitions},
      {"threads", required_argument, NULL, kThreads},
      {"work", required_argument, NULL, kWork},
      {"list", no_argument, NULL, kList},
      {"calibrate", no_argument, NULL, kCalibrate},
      {"hold-ns", required_argument, NULL, kHold},
      {"outside-ns", required_argument, NULL, kOutside},
      {"iteration-ns", required_argument, NULL, kIteration},
      {"iterations", required_argument, NULL, kIterations},
      {"task-ns", required_argument, NULL, kTask},
      {"turns-per-us", required_argument, NULL, kTurns},
      {NULL, 0, NULL, 0},
  };
  for (int choice; (choice = getopt_long(argc, argv, "", kOptions, NULL)) != -1;) {
    switch (choice) {
      case kBudget: options->budget_ms = (double)parse_number(optarg, "--budget-ms", 1, 60000); break;
      case kRepetitions: options->repetitions = (int)parse_number(optarg, "--repetitions", 1, kMaxRepetitions); break;
      case kThreads: options->threads = (int)parse_number(optarg, "--threads", 1, kMaxThreads); break;
      case kWork: bench_work = parse_number(optarg, "--work", 0, 1000000000); break;
      case kList: options->action = kListConstructs; break;
      case kCalibrate: options->action = kCalibrateTurns; break;
      case kHold: bench_lengths.hold_ns = parse_number(optarg, "--hold-ns", 0, kMostNs); break;
      case kOutside: bench_lengths.outside_ns = parse_number(optarg, "--outside-ns", 0, kMostNs); break;
      case kIteration: bench_lengths.iteration_ns = parse_number(optarg, "--iteration-ns", 0, kMostNs); break;
      case kIterations: read_iterations(optarg); break;
      case kTask: bench_lengths.task_ns = parse_number(optarg, "--task-ns", 0, kMostNs); break;
      case kTurns: bench_turns_per_us = parse_number(optarg, "--turns-per-us", 1, 1000000); break;
      default: show_usage(argv[0]);
    }
  }
  if (options->action == kRunConstructs && optind == argc) {
    show_usage(argv[0]);
  }
  return optind;
}
