// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line.
#include "options.h"

#include <getopt.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loaded.h"

static const char* const kUsage =
    "Usage: %s [OPTION...]\n"
    "       %s --calibrate [--tries N] [--threads N] [--kind NAME]\n"
    "Phases of work with an OpenMP construct between them, on whichever runtime the loader finds. One JSON line.\n"
    "  --threads N         omp_set_num_threads(N) first; without it the runtime decides\n"
    "  --work-ns N         work of a thread in a phase (1000)\n"
    "  --shape NAME        balanced, one (the last thread has twice the work), random, alternating (balanced)\n"
    "  --construct NAME    barrier, region, static, dynamic, guided, tasks (barrier)\n"
    "  --kind NAME         arithmetic, memory (arithmetic)\n"
    "  --data-kib N        data of a thread for `memory` (512)\n"
    "  --units-per-us X    speed of the work, as --calibrate says; without it calibrated here\n"
    "  --share X           CPUs' worth of time that the team can have (the CPUs it may use)\n"
    "  --budget-ms N       time of all phases on an ideal runtime (120)\n"
    "  --phases N          instead of a budget, and without a limit\n"
    "  --limit X           stop after X times the ideal time (4)\n"
    "  --tries N           of 10 ms each, for the calibration (20)\n"
    "  --seed N            of the random shape (1)\n"
    "  --ideal             tell the ideal time of a phase and run nothing\n"
    "  --gate              print `ready` once the team is there, and begin at the next line of standard input\n";

void stop(const char* message, const char* what) {
  fprintf(stderr, "work: %s%s\n", message, what);
  exit(2);
}

static double number(const char* text, const char* option, double least, double most) {
  char* end = NULL;
  const double value = strtod(text, &end);
  if (end == text || *end != '\0' || !(value >= least && value <= most)) {
    fprintf(stderr, "work: %s needs a number from %g to %g, not '%s'\n", option, least, most, text);
    exit(2);
  }
  return value;
}

static int choice_of(const char* text, const char* const* names, int count) {
  for (int i = 0; i < count; ++i) {
    if (strcmp(text, names[i]) == 0) {
      return i;
    }
  }
  stop("there is no ", text);
  return 0;
}

enum {
  kThreads = 1,
  kWork,
  kShape,
  kConstruct,
  kKind,
  kData,
  kSpeed,
  kShare,
  kBudget,
  kPhases,
  kLimit,
  kSeed,
  kTries,
  kGate,
  kIdeal,
  kCalibrate
};

static const struct option kOptions[] = {
    {"threads", required_argument, NULL, kThreads},
    {"work-ns", required_argument, NULL, kWork},
    {"shape", required_argument, NULL, kShape},
    {"construct", required_argument, NULL, kConstruct},
    {"kind", required_argument, NULL, kKind},
    {"data-kib", required_argument, NULL, kData},
    {"units-per-us", required_argument, NULL, kSpeed},
    {"share", required_argument, NULL, kShare},
    {"budget-ms", required_argument, NULL, kBudget},
    {"phases", required_argument, NULL, kPhases},
    {"limit", required_argument, NULL, kLimit},
    {"seed", required_argument, NULL, kSeed},
    {"tries", required_argument, NULL, kTries},
    {"gate", no_argument, NULL, kGate},
    {"ideal", no_argument, NULL, kIdeal},
    {"calibrate", no_argument, NULL, kCalibrate},
    {NULL, 0, NULL, 0},
};

// Options of the cell itself. False: the option is about something else.
static bool read_cell_option(struct cell* cell, int choice) {
  switch (choice) {
    case kThreads: omp_set_num_threads((int)number(optarg, "--threads", 1, kMostThreads)); return true;
    case kWork: cell->work_ns = number(optarg, "--work-ns", 0, 1e9); return true;
    case kShape: cell->shape = (enum shape)choice_of(optarg, kShapeNames, kShapes); return true;
    case kConstruct: cell->construct = (enum construct)choice_of(optarg, kConstructNames, kConstructs); return true;
    case kKind: cell->kind = (enum kind)choice_of(optarg, kKindNames, kKinds); return true;
    case kData: data_lines = (size_t)number(optarg, "--data-kib", 1, 1 << 20) * 16; return true;
    case kSpeed: cell->units_per_us = number(optarg, "--units-per-us", 1e-3, 1e9); return true;
    case kSeed: cell->seed = (unsigned long)number(optarg, "--seed", 0, 1e15); return true;
    default: return false;
  }
}

struct options read_options(int argc, char** argv) {
  struct options options = {
      .cell = {.work_ns = 1000.0, .seed = 1}, .share = usable_cpus(), .budget_ms = 120.0, .limit = 4.0, .tries = 20};
  for (int choice; (choice = getopt_long(argc, argv, "", kOptions, NULL)) != -1;) {
    options.kind_given = options.kind_given || choice == kKind;
    if (read_cell_option(&options.cell, choice)) {
      continue;
    }
    switch (choice) {
      case kShare: options.share = number(optarg, "--share", 0.01, 1e5); break;
      case kBudget: options.budget_ms = number(optarg, "--budget-ms", 0.1, 600000); break;
      case kPhases: options.phases = (long)number(optarg, "--phases", 1, 1e9); break;
      case kLimit: options.limit = number(optarg, "--limit", 1, 1e6); break;
      case kTries: options.tries = (int)number(optarg, "--tries", 1, 10000); break;
      case kGate: options.gate = true; break;
      case kIdeal: options.task = kTellIdeal; break;
      case kCalibrate: options.task = kTellCalibration; break;
      default: fprintf(stderr, kUsage, argv[0], argv[0]); exit(2);
    }
  }
  if (optind != argc) {
    stop("unexpected word ", argv[optind]);
  }
  return options;
}
