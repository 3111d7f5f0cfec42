// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library that binds the process to its first CPU when it is loaded, on purpose.
#define _GNU_SOURCE
#include <sched.h>

__attribute__((constructor)) static void pin(void) {
  cpu_set_t all, one;
  CPU_ZERO(&one);
  if (sched_getaffinity(0, sizeof all, &all) != 0) return;
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu) {
    if (CPU_ISSET(cpu, &all)) CPU_SET(cpu, &one);
  }
  sched_setaffinity(0, sizeof one, &one);
}
