// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phases of work by each construct. In all but `region` the team stays in one region. Thread 0 looks at the clock before its work:
// it may bring the end forward to the phase after this one, which everybody sees past the construct that ends this phase.
#include <omp.h>
#include <time.h>

#include "clock.h"
#include "work.h"

static void do_numbered_part(const struct course* course, long phase, long part) {
  const struct cell* const cell = &course->cell;
  if (course->checking && part == phase % (cell->threads * parts_of(cell->construct))) {
    const struct timespec dawdle = {.tv_nsec = 200000};
    nanosleep(&dawdle, NULL);
  }
  do_part(cell->kind, &workers[omp_get_thread_num()], part_units(cell, phase, part));
}

static long end_of(struct course* course) { return __atomic_load_n(&course->end, __ATOMIC_RELAXED); }

static void look_at_clock(struct course* course, long phase) {
  if (phase % course->stride == 0 && now_us() > course->deadline_us) {
    __atomic_store_n(&course->end, phase + 1, __ATOMIC_RELAXED);
  }
}

// Past the end of a phase all of its parts have been done; in the next one others may be at work already.
static void look_back(struct course* course, long phase) {
  if (!course->checking) {
    return;
  }
  const struct cell* const cell = &course->cell;
  long parts = 0;
  for (int thread = 0; thread < cell->threads; ++thread) {
    parts += __atomic_load_n(&workers[thread].parts, __ATOMIC_RELAXED);
  }
  if (parts < (phase + 1) * cell->threads * parts_of(cell->construct)) {
    __atomic_fetch_add(&course->torn, 1, __ATOMIC_RELAXED);
  }
}

static void by_barrier(struct course* course) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    for (long phase = 0; phase < end_of(course); ++phase) {
      if (me == 0) {
        look_at_clock(course, phase);
      }
      do_numbered_part(course, phase, me);
#pragma omp barrier
      look_back(course, phase);
    }
  }
}

static void by_region(struct course* course) {
  for (long phase = 0; phase < end_of(course); ++phase) {
    look_at_clock(course, phase);
#pragma omp parallel
    do_numbered_part(course, phase, omp_get_thread_num());
    look_back(course, phase);
  }
}

// The three schedules differ in a word that has to stand in the pragma.
#define MUSTER_BENCH_BY_LOOP(name, kind)                                                                 \
  static void name(struct course* course) {                                                              \
    const long parts = (long)course->cell.threads * parts_of(course->cell.construct);                    \
    _Pragma("omp parallel") for (long phase = 0; phase < end_of(course); ++phase) {                      \
      if (omp_get_thread_num() == 0) {                                                                   \
        look_at_clock(course, phase);                                                                    \
      }                                                                                                  \
      _Pragma(kind) for (long part = 0; part < parts; ++part) { do_numbered_part(course, phase, part); } \
      look_back(course, phase);                                                                          \
    }                                                                                                    \
  }

MUSTER_BENCH_BY_LOOP(by_static, "omp for schedule(static)")
MUSTER_BENCH_BY_LOOP(by_dynamic, "omp for schedule(dynamic)")
MUSTER_BENCH_BY_LOOP(by_guided, "omp for schedule(guided)")

static void by_tasks(struct course* course) {
  const long parts = (long)course->cell.threads * parts_of(course->cell.construct);
#pragma omp parallel
  for (long phase = 0; phase < end_of(course); ++phase) {
    if (omp_get_thread_num() == 0) {
      look_at_clock(course, phase);
    }
#pragma omp single
    for (long part = 0; part < parts; ++part) {
#pragma omp task firstprivate(phase, part)
      do_numbered_part(course, phase, part);
    }
    look_back(course, phase);
  }
}

void run_phases(struct course* course) {
  static void (*const kRunners[kConstructs])(struct course*) = {
      [kBarrier] = by_barrier, [kRegion] = by_region, [kStatic] = by_static,
      [kDynamic] = by_dynamic, [kGuided] = by_guided, [kTasks] = by_tasks,
  };
  kRunners[course->cell.construct](course);
}

bool fresh_team(enum kind kind) {
  bool all = true;
#pragma omp parallel reduction(&& : all)
  all = fresh_worker(&workers[omp_get_thread_num()], kind);
  return all;
}

const char* phases_wrong(const struct cell* cell) {
  enum { kPhases = 8 };
  struct course course = {.cell = *cell, .deadline_us = 1e300, .stride = kPhases, .checking = true, .end = kPhases};
  course.cell.units = cell->units < 1000 ? cell->units : 1000;
  if (!fresh_team(cell->kind)) {
    return "no memory for the threads' data";
  }
  run_phases(&course);
  if (course.torn != 0) {
    return "a thread went on before all work of the phase was done";
  }
  return work_wrong(&course.cell, kPhases);
}
