// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the kernel tells of this process's threads, where it does (CONFIG_SCHED_DEBUG).
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "work.h"

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

long migrations(void) {
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

long time_slice_ns(void) {
  char self[16];
  snprintf(self, sizeof self, "%d", (int)getpid());
  return sched_field(self, "se.slice");
}
