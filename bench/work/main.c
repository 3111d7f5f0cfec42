// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of the bench of work: runs one cell and prints one JSON line.
// Exit status: 0 verified, 1 wrong results, 2 bad usage.
#include <dirent.h>
#include <getopt.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "clock.h"
#include "loaded.h"
#include "work.h"

static const char* const kUsage =
    "Usage: %s [OPTION...]\n"
    "       %s --calibrate\n"
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
    "  --limit X           stop after X times the ideal time (6)\n"
    "  --seed N            of the random shape (1)\n"
    "  --gate              print `ready` once the team is there, and begin at the next line of standard input\n";

struct options {
  struct cell cell;
  double share;
  double budget_ms;
  double limit;
  long phases;  // 0: by the budget
  bool gate;
};

static void stop(const char* message, const char* what) {
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

static void print_calibration(void) {
  printf("{\"build\":\"%s\"", MUSTER_BENCH_BUILD);
  for (int kind = 0; kind < kKinds; ++kind) {
    printf(",\"%s\":%.3f", kKindNames[kind], calibrate((enum kind)kind));
  }
  puts("}");
  exit(0);
}

static struct options read_options(int argc, char** argv) {
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
    kGate,
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
      {"gate", no_argument, NULL, kGate},
      {"calibrate", no_argument, NULL, kCalibrate},
      {NULL, 0, NULL, 0},
  };
  struct options options = {
      .cell = {.work_ns = 1000.0, .seed = 1}, .share = usable_cpus(), .budget_ms = 120.0, .limit = 6.0};
  struct cell* const cell = &options.cell;
  for (int choice; (choice = getopt_long(argc, argv, "", kOptions, NULL)) != -1;) {
    switch (choice) {
      case kThreads: omp_set_num_threads((int)number(optarg, "--threads", 1, kMostThreads)); break;
      case kWork: cell->work_ns = number(optarg, "--work-ns", 0, 1e9); break;
      case kShape: cell->shape = (enum shape)choice_of(optarg, kShapeNames, kShapes); break;
      case kConstruct: cell->construct = (enum construct)choice_of(optarg, kConstructNames, kConstructs); break;
      case kKind: cell->kind = (enum kind)choice_of(optarg, kKindNames, kKinds); break;
      case kData: data_lines = (size_t)number(optarg, "--data-kib", 1, 1 << 20) * 16; break;
      case kSpeed: cell->units_per_us = number(optarg, "--units-per-us", 1e-3, 1e9); break;
      case kShare: options.share = number(optarg, "--share", 0.01, 1e5); break;
      case kBudget: options.budget_ms = number(optarg, "--budget-ms", 0.1, 600000); break;
      case kPhases: options.phases = (long)number(optarg, "--phases", 1, 1e9); break;
      case kLimit: options.limit = number(optarg, "--limit", 1, 1e6); break;
      case kSeed: cell->seed = (unsigned long)number(optarg, "--seed", 0, 1e15); break;
      case kGate: options.gate = true; break;
      case kCalibrate: print_calibration(); break;
      default: fprintf(stderr, kUsage, argv[0], argv[0]); exit(2);
    }
  }
  if (optind != argc) {
    stop("unexpected word ", argv[optind]);
  }
  return options;
}

// A field of a thread's `sched` file, or -1 where the kernel does not say.
static long sched_field(const char* thread, const char* name) {
  char path[300];
  snprintf(path, sizeof path, "/proc/self/task/%s/sched", thread);
  FILE* const file = fopen(path, "r");
  if (file == NULL) {
    return -1;
  }
  long value = -1;
  char line[256];
  while (value < 0 && fgets(line, sizeof line, file) != NULL) {
    const char* const colon = strchr(line, ':');
    if (colon != NULL && strncmp(line, name, strlen(name)) == 0) {
      value = strtol(colon + 1, NULL, 10);
    }
  }
  fclose(file);
  return value;
}

// Moves from CPU to CPU of all threads that live, or -1.
static long migrations(void) {
  DIR* const tasks = opendir("/proc/self/task");
  long sum = -1;
  for (struct dirent* task; tasks != NULL && (task = readdir(tasks)) != NULL;) {
    const long moves = task->d_name[0] != '.' ? sched_field(task->d_name, "se.nr_migrations") : -1;
    if (moves >= 0) {
      sum = (sum < 0 ? 0 : sum) + moves;
    }
  }
  if (tasks != NULL) {
    closedir(tasks);
  }
  return sum;
}

static long time_slice_ns(void) {
  char self[16];
  snprintf(self, sizeof self, "%d", (int)getpid());
  return sched_field(self, "se.slice");
}

// -1 stands for what is not known.
static void print_or_null(const char* name, long value, double over) {
  if (value < 0) {
    printf(",\"%s\":null", name);
  } else {
    printf(",\"%s\":%.6g", name, (double)value / over);
  }
}

struct measured {
  double start_us;
  double end_us;
  struct usage usage;
  long asked;
  long done;
  long migrations;
};

static void wait_at_gate(void) {
  char line[8];
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  puts("ready");
  fflush(stdout);
  if (fgets(line, sizeof line, stdin) == NULL) {
    exit(0);  // it is not wanted any more
  }
}

// Returns what is wrong, or NULL.
static const char* measure(const struct options* options, struct measured* measured) {
  const struct cell* const cell = &options->cell;
  enum { kWarmUp = 4, kManyPhases = 320, kStride = 16 };
  double limit_us = 1e300;
  measured->asked = options->phases;
  if (measured->asked == 0) {
    measured->asked = phases_for(cell, options->budget_ms, options->share);
    const double ideal_us = ideal_of(cell, measured->asked, options->share).ns * 1e-3 * (double)measured->asked;
    const double budget_us = options->budget_ms * 1e3;
    limit_us = options->limit * (ideal_us > budget_us ? ideal_us : budget_us);
  }
  if (options->gate) {
    wait_at_gate();
  }
  struct course course = {.cell = *cell, .deadline_us = 1e300, .stride = 1, .end = kWarmUp};
  run_phases(&course);
  if (!fresh_team(cell->kind)) {
    return "no memory for the threads' data";
  }
  course.stride = measured->asked > kManyPhases ? kStride : 1;
  course.end = measured->asked;
  const long moved = migrations();
  const struct usage before = usage_of(RUSAGE_SELF);
  measured->start_us = now_us();
  course.deadline_us = measured->start_us + limit_us;
  run_phases(&course);
  measured->end_us = now_us();
  const struct usage after = usage_of(RUSAGE_SELF);
  measured->migrations = moved < 0 ? -1 : migrations() - moved;
  measured->usage = (struct usage){.cpu_us = after.cpu_us - before.cpu_us,
                                   .switches = after.switches - before.switches,
                                   .sleeps = after.sleeps - before.sleeps};
  measured->done = course.end;
  return work_wrong(cell, course.end);
}

static void print_result(const struct options* options, const struct measured* measured, int bound) {
  const struct cell* const cell = &options->cell;
  const struct ideal ideal = ideal_of(cell, measured->done, options->share);
  const double phases = (double)measured->done;
  printf("{\"construct\":\"%s\",\"shape\":\"%s\",\"kind\":\"%s\",\"work_ns\":%.0f,\"threads\":%d,\"bound\":%d",
         kConstructNames[cell->construct], kShapeNames[cell->shape], kKindNames[cell->kind], cell->work_ns,
         cell->threads, bound);
  printf(",\"seed\":%lu,\"units_per_us\":%.3f,\"share\":%.6g,\"phases\":%ld,\"phases_asked\":%ld", cell->seed,
         cell->units_per_us, options->share, measured->done, measured->asked);
  printf(",\"wall_ns\":%.1f,\"ideal_ns\":%.1f,\"longest_ns\":%.1f,\"sum_ns\":%.1f",
         (measured->end_us - measured->start_us) * 1e3 / phases, ideal.ns, ideal.longest_ns, ideal.sum_ns);
  printf(",\"cpu_ns\":%.1f,\"switches\":%.4f,\"sleeps\":%.4f", measured->usage.cpu_us * 1e3 / phases,
         (double)measured->usage.switches / phases, (double)measured->usage.sleeps / phases);
  print_or_null("migrations", measured->migrations, phases);
  print_or_null("slice_ns", time_slice_ns(), 1.0);
  printf(
      ",\"start_us\":%.3f,\"end_us\":%.3f,\"build\":\"%s\",\"compiler\":\"%s\",\"library\":\"%s\",\"verified\":true}\n",
      measured->start_us, measured->end_us, MUSTER_BENCH_BUILD, __VERSION__, runtime_library());
  fflush(stdout);
}

int main(int argc, char** argv) {
  struct options options = read_options(argc, argv);
  struct cell* const cell = &options.cell;
  cell->threads = omp_get_max_threads();
  if (cell->threads > kMostThreads) {
    stop("too many threads", "");
  }
  // Before the runtime has made threads, which may spin.
  if (cell->units_per_us == 0.0) {
    cell->units_per_us = calibrate(cell->kind);
  }
  cell->units = (long)(cell->work_ns * 1e-3 * cell->units_per_us + 0.5);
  int bound = 0;
  const int met = meet_team(&bound);
  struct measured measured;
  const char* wrong = met == cell->threads ? phases_wrong(cell) : "the team has another size than asked for";
  if (wrong == NULL) {
    wrong = measure(&options, &measured);
  }
  if (wrong != NULL) {
    fprintf(stderr, "work: %s %s %s on %s: wrong result: %s\n", kConstructNames[cell->construct],
            kShapeNames[cell->shape], kKindNames[cell->kind], runtime_library(), wrong);
    return 1;
  }
  print_result(&options, &measured, bound);
  return 0;
}
