// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Background load: keeps a CPU busy until its parent ends, it is told to stop, or the time is up; or works for a moment again
// and again, as an interactive program does.
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static const char* const kUsage =
    "Usage: %s CPU|any SECONDS [RUN_US PERIOD_US]\n"
    "Keeps CPU (or whichever the system chooses) busy for at most SECONDS, or until the parent ends.\n"
    "With RUN_US it takes that much CPU time at the beginning of each period, and sleeps for the rest.\n";

static long long clock_ns(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void work_now_and_then(long long run_ns, long long period_ns) {
  for (long long next = clock_ns(CLOCK_MONOTONIC);;) {
    const long long until = clock_ns(CLOCK_THREAD_CPUTIME_ID) + run_ns;
    while (clock_ns(CLOCK_THREAD_CPUTIME_ID) < until) {
    }
    // A period that was missed is not made up for.
    for (const long long now = clock_ns(CLOCK_MONOTONIC); next <= now;) {
      next += period_ns;
    }
    const struct timespec wake = {.tv_sec = next / 1000000000LL, .tv_nsec = next % 1000000000LL};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, NULL);
  }
}

int main(int argc, char** argv) {
  const int usable = argc == 3 || argc == 5;
  const int anywhere = usable && strcmp(argv[1], "any") == 0;
  const int cpu = usable && !anywhere ? atoi(argv[1]) : -1;
  const int seconds = usable ? atoi(argv[2]) : 0;
  const long run_us = argc == 5 ? atol(argv[3]) : 0;
  const long period_us = argc == 5 ? atol(argv[4]) : 0;
  if ((cpu < 0 && !anywhere) || seconds <= 0 || (argc == 5 && (run_us <= 0 || period_us <= run_us))) {
    fprintf(stderr, kUsage, argv[0]);
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
  if (!anywhere) {
    CPU_SET(cpu, &mask);
    if (sched_setaffinity(0, sizeof mask, &mask) != 0) {
      perror("busy: sched_setaffinity");
      return 1;
    }
  }
  if (run_us > 0) {
    work_now_and_then(run_us * 1000LL, period_us * 1000LL);
  }
  for (;;) {
    __asm__ volatile("" ::: "memory");
  }
}
