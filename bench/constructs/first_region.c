// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first region of a process. This program starts itself again, once for each measurement: the child times its
// first region from main, and the parent times the whole process (loading and unloading of the runtime included).
#include "first_region.h"

#include <errno.h>
#include <omp.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "harness.h"

extern char** environ;

// Not from /proc/self/statm, which older kernels answer from counters that lag behind by hundreds of KiB.
static long resident_kib(void) {
  FILE* file = fopen("/proc/self/smaps_rollup", "r");
  long kib = 0;
  if (file != NULL) {
    char line[256];
    while (fgets(line, sizeof line, file) != NULL && sscanf(line, "Rss: %ld kB", &kib) != 1) {
    }
    fclose(file);
  }
  return kib;
}

int first_region_child(bool asks_memory) {
  const double start = now_us();
#pragma omp parallel
  bench_body(&bench_slots[omp_get_thread_num()]);
  const double elapsed = now_us() - start;
  printf("%.3f %ld %ld\n", elapsed, bench_ticks(kMaxThreads), asks_memory ? resident_kib() : 0);
  return 0;
}

struct child_report {
  double region_us;
  double process_us;
  long threads;
  long rss_kib;
};

// Returns what is wrong, or NULL.
static const char* run_child(struct child_report* report, bool asks_memory) {
  char* const arguments[] = {"constructs", FIRST_REGION_CHILD, asks_memory ? FIRST_REGION_MEMORY : NULL, NULL};
  int ends[2];
  if (pipe(ends) != 0) {
    return "no pipe to the child process";
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  pid_t child = 0;
  const double start = now_us();
  const int failed = posix_spawn(&child, "/proc/self/exe", &actions, NULL, arguments, environ);
  close(ends[1]);
  char text[64] = "";
  ssize_t length = 0;
  int status = -1;
  if (failed == 0) {
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    report->process_us = now_us() - start;
    length = read(ends[0], text, sizeof text - 1);
  }
  close(ends[0]);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return "the child process failed";
  }
  text[length > 0 ? length : 0] = '\0';
  const int read_fields = sscanf(text, "%lf %ld %ld", &report->region_us, &report->threads, &report->rss_kib);
  return read_fields == 3 ? NULL : "the child reported nothing";
}

static const char* measure(const struct options* options, struct sample* sample) {
  enum { kMostChildren = 200 };
  static char wrong[96];
  double region_us[kMostChildren];
  double process_us[kMostChildren];
  int children = 0;
  const int asked = omp_get_max_threads();
  if (options->threads != 0) {
    // The child has only its environment to learn the team size from.
    char text[16];
    snprintf(text, sizeof text, "%d", options->threads);
    setenv("OMP_NUM_THREADS", text, 1);
  }
  struct child_report memory;
  const char* no_memory = run_child(&memory, true);
  if (no_memory != NULL) {
    return no_memory;
  }
  const double start = now_us();
  const struct usage before = usage_of(RUSAGE_CHILDREN);
  while (children == 0 || (children < kMostChildren && now_us() - start < options->budget_ms * 1e3)) {
    struct child_report report;
    const char* failure = run_child(&report, false);
    if (failure != NULL) {
      return failure;
    }
    if (report.threads != asked) {
      snprintf(wrong, sizeof wrong, "%ld threads ran the first region, %d were asked for", report.threads, asked);
      return wrong;
    }
    region_us[children] = report.region_us;
    process_us[children] = report.process_us;
    ++children;
  }
  const struct usage after = usage_of(RUSAGE_CHILDREN);
  sample->us = median_of(region_us, children);
  sample->process_us = median_of(process_us, children);
  sample->cpu_us = (after.cpu_us - before.cpu_us) / children;
  sample->switches = (double)(after.switches - before.switches) / children;
  sample->sleeps = (double)(after.sleeps - before.sleeps) / children;
  sample->rss_kib = (double)memory.rss_kib;
  sample->count = children;
  return NULL;
}

const struct construct first_region_construct = {
    .name = "first_region",
    .title = "first region of a process",
    .measure = measure,
};
