// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Background load: keeps one CPU busy until its parent ends, it is told to stop, or the time is up.
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int argc, char** argv) {
  const int cpu = argc == 3 ? atoi(argv[1]) : -1;
  const int seconds = argc == 3 ? atoi(argv[2]) : 0;
  if (cpu < 0 || seconds <= 0) {
    fprintf(stderr, "Usage: %s CPU SECONDS\nKeeps CPU busy for at most SECONDS, or until the parent ends.\n", argv[0]);
    return 2;
  }
  const pid_t parent = getppid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    return 0;  // it ended before the line above
  }
  alarm((unsigned)seconds);
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(cpu, &mask);
  if (sched_setaffinity(0, sizeof mask, &mask) != 0) {
    perror("busy: sched_setaffinity");
    return 1;
  }
  for (;;) {
    __asm__ volatile("" ::: "memory");
  }
}
