// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the script about neighbours runs: says which CPUs the threads of the default team may run on, in one line, and stays until the end of
// its standard input.
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "check.h"

int main(void) {
  cpu_set_t all;
  CPU_ZERO(&all);
  int threads = 0;
#pragma omp parallel
  {
    cpu_set_t own;
    CHECK_EQUAL(sched_getaffinity(0, sizeof own, &own), 0);
#pragma omp critical
    CPU_OR(&all, &all, &own);
    hit(&threads);
  }
  CHECK_EQUAL(threads, requested_threads());
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (CPU_ISSET(cpu, &all)) printf("%d ", cpu);
  }
  printf("\n");
  fflush(stdout);
  char byte;
  while (read(STDIN_FILENO, &byte, 1) > 0) {
  }
  return finish();
}
