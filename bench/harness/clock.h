// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Time, CPU time and context switches of this process, and medians over them.
#pragma once

#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static inline double now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

struct usage {
  double cpu_us;
  long switches;
  long sleeps;  // voluntary switches alone: a thread that waits in the system; sched_yield is not among them
};

// `who` as for getrusage: RUSAGE_SELF counts live and joined threads, RUSAGE_CHILDREN the reaped processes.
static inline struct usage usage_of(int who) {
  struct rusage raw;
  getrusage(who, &raw);
  struct usage usage = {
      .cpu_us = (double)(raw.ru_utime.tv_sec + raw.ru_stime.tv_sec) * 1e6 +
                (double)(raw.ru_utime.tv_usec + raw.ru_stime.tv_usec),
      .switches = raw.ru_nvcsw + raw.ru_nivcsw,
      .sleeps = raw.ru_nvcsw,
  };
  return usage;
}

static inline int compare_doubles(const void* left, const void* right) {
  const double a = *(const double*)left;
  const double b = *(const double*)right;
  return (a > b) - (a < b);
}

// Sorts `values` in place; `count` is at least 1.
static inline double median_of(double* values, int count) {
  qsort(values, (size_t)count, sizeof *values, compare_doubles);
  return count % 2 != 0 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
}
