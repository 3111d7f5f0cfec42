// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of the bench of work: runs one cell and prints one JSON line.
// Exit status: 0 verified, 1 wrong results, 2 bad usage.
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "clock.h"
#include "loaded.h"
#include "options.h"

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

static void print_ideal(const struct options* options) {
  const struct cell* const cell = &options->cell;
  const long phases = options->phases != 0 ? options->phases : phases_for(cell, options->budget_ms, options->share);
  const struct ideal ideal = ideal_of(cell, phases, options->share);
  printf("{\"phases\":%ld,\"ideal_ns\":%.1f,\"longest_ns\":%.1f,\"sum_ns\":%.1f}\n", phases, ideal.ns, ideal.longest_ns,
         ideal.sum_ns);
}

static void print_calibration(const struct options* options) {
  printf("{\"build\":\"%s\"", MUSTER_BENCH_BUILD);
  for (int kind = 0; kind < kKinds; ++kind) {
    if (!options->kind_given || kind == (int)options->cell.kind) {
      printf(",\"%s\":%.3f", kKindNames[kind], calibrate((enum kind)kind, options->tries, options->cell.threads));
    }
  }
  puts("}");
}

int main(int argc, char** argv) {
  struct options options = read_options(argc, argv);
  struct cell* const cell = &options.cell;
  cell->threads = omp_get_max_threads();
  if (options.task == kTellCalibration) {
    print_calibration(&options);
    return 0;
  }
  if (cell->threads > kMostThreads) {
    stop("too many threads", "");
  }
  // Before the runtime has made threads, which may spin.
  if (cell->units_per_us == 0.0) {
    cell->units_per_us = calibrate(cell->kind, options.tries, cell->threads);
  }
  if (cell->units_per_us == 0.0) {
    stop("the speed of the work cannot be found out: ", "no process could be started");
  }
  cell->units = (long)(cell->work_ns * 1e-3 * cell->units_per_us + 0.5);
  if (options.task == kTellIdeal) {
    print_ideal(&options);
    return 0;
  }
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
