// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linked with libgomp and run with Muster loaded before it. Prints the CPUs that the process may use by the mask of the thread that it
// is given, as a parent sees it, then the size of a team and the CPUs that are in the places of its threads.
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <stdio.h>

int main(void) {
  int team = 0;
  cpu_set_t all;
  CPU_ZERO(&all);
#pragma omp parallel
  {
    cpu_set_t mine;
    sched_getaffinity(0, sizeof mine, &mine);
#pragma omp critical
    {
      CPU_OR(&all, &all, &mine);
      team += 1;
    }
  }
  printf("%d %d %d\n", team, omp_get_max_threads(), CPU_COUNT(&all));
  return fflush(stdout) == 0 ? 0 : 2;
}
