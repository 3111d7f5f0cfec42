// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_DYNAMIC=true
// peers: none
// Why: the peers read the machine once.
// With dyn-var true a team of the default size follows a quota and an affinity mask that change while the program runs, and never exceeds what
// omp_get_max_threads() said; sizes that are named win. The quota is that of files which the program makes for its second self.
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "process.h"

static char root[256];

static void write_file(const char* path, const char* text) {
  char name[512];
  snprintf(name, sizeof name, "%s%s", root, path);
  for (char* slash = name + strlen(root) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
    *slash = '\0';
    mkdir(name, 0700);
  }
  FILE* file = fopen(name, "w");
  CHECK(file != NULL);
  if (!file) return;
  fputs(text, file);
  CHECK_EQUAL(fclose(file), 0);
}

static void set_quota(const char* quota) { write_file("/sys/fs/cgroup/job/cpu.max", quota); }

static void remove_files(void) {
  const char* paths[] = {"/proc/self/cgroup",
                         "/proc/self/mountinfo",
                         "/sys/fs/cgroup/job/cpu.max",
                         "/proc/self",
                         "/proc",
                         "/sys/fs/cgroup/job",
                         "/sys/fs/cgroup",
                         "/sys/fs",
                         "/sys",
                         ""};
  for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
    char name[512];
    snprintf(name, sizeof name, "%s%s", root, paths[i]);
    remove(name);
  }
}

static void start_again(char** argv) {
  snprintf(root, sizeof root, "/tmp/muster-follows-XXXXXX");
  if (!mkdtemp(root)) skip("no folder for files can be made");
  write_file("/proc/self/cgroup", "0::/job\n");
  write_file("/proc/self/mountinfo", "29 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n");
  set_quota("max 100000\n");
  setenv("MUSTER_CGROUP_ROOT", root, 1);
  execv("/proc/self/exe", argv);
  remove_files();
  skip("the program cannot start itself again");
}

static int team_size(void) {
  int threads = 0;
#pragma omp parallel
  hit(&threads);
  return threads;
}

// Whether the team gets that size; it is looked for as long as the test may take.
static int becomes(int wanted) {
  for (int tries = 0; tries < 400; tries++) {
    int threads = team_size();
    CHECK(threads <= omp_get_max_threads());
    if (threads == wanted) return 1;
    sleep_milliseconds(50);
  }
  return 0;
}

int main(int argc, char** argv) {
  (void)argc;
  cpu_set_t mask, narrow;
  CHECK_EQUAL(sched_getaffinity(0, sizeof mask, &mask), 0);
  int cpus = CPU_COUNT(&mask), first = 0;
  if (cpus < 2) skip("two CPUs are needed");
  const char* folder = getenv("MUSTER_CGROUP_ROOT");
  if (!folder) start_again(argv);
  snprintf(root, sizeof root, "%s", folder);

  CHECK_EQUAL(omp_get_max_threads(), cpus);
  CHECK(becomes(cpus));
  set_quota("100000 100000\n");
  CHECK(becomes(1));
  int threads = 0;
#pragma omp parallel num_threads(3)
  hit(&threads);
  CHECK_EQUAL(threads, 3);
  set_quota("800000000 100000\n");
  CHECK(becomes(cpus));
  while (!CPU_ISSET(first, &mask)) first++;
  CPU_ZERO(&narrow);
  CPU_SET(first, &narrow);
  CHECK_EQUAL(sched_setaffinity(0, sizeof narrow, &narrow), 0);
  CHECK(becomes(1));
  omp_set_num_threads(2);
  CHECK_EQUAL(team_size(), 2);

  remove_files();
  return finish();
}
