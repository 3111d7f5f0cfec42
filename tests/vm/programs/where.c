// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Says where each thread of a region runs, by getcpu: one line a thread, "thread N cpu C node D place P" for each look that differs
// from the one before. Looks at three regions, before and after a barrier, with work in between.
#define _GNU_SOURCE
#include <omp.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { kRegions = 3 };

static void look(void) {
  unsigned cpu = 0, node = 0;
  if (syscall(SYS_getcpu, &cpu, &node, NULL) != 0) return;
#pragma omp critical
  printf("thread %d cpu %u node %u place %d\n", omp_get_thread_num(), cpu, node, omp_get_place_num());
}

int main(void) {
  for (int region = 0; region < kRegions; region++) {
#pragma omp parallel
    {
      look();
#pragma omp barrier
      look();
#pragma omp master
      printf("team %d\n", omp_get_num_threads());
    }
  }
  return 0;
}
