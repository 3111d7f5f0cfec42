// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Beside a process that is always busy the threads of a team change CPUs with each other: nothing is lost at their barriers, and their affinity masks are what they were.
// run: MUSTER_SWAP_CPUS=true OMP_NUM_THREADS=2
// run: MUSTER_SWAP_CPUS=true OMP_NUM_THREADS=2 OMP_WAIT_POLICY=active
// run: MUSTER_SWAP_CPUS=true OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive
// run: MUSTER_SWAP_CPUS=true OMP_NUM_THREADS=2 OMP_PROC_BIND=true
// run: MUSTER_SWAP_CPUS=true OMP_NUM_THREADS=5
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kPhases = 400, kMostThreads = 8, kPatience = 5000 };

// Each thread works for longer than two looks at a teammate lie apart.
static void work(void) {
  const double end = omp_get_wtime() + 0.0003;
  while (omp_get_wtime() < end) {
  }
}

static int is_mask(const cpu_set_t* wanted) {
  // A thread that swaps narrows the mask for an instant.
  for (int i = 0; i < kPatience; ++i) {
    cpu_set_t now;
    if (sched_getaffinity(0, sizeof now, &now) != 0) return 0;
    if (CPU_EQUAL(&now, wanted)) return 1;
    usleep(1000);
  }
  return 0;
}

int main(void) {
  const pid_t parent = getpid();
  const pid_t busy = fork();
  if (busy == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (getppid() == parent) {
    }
    _exit(0);
  }
  if (busy < 0) return 2;

  int phases[kMostThreads] = {0};
  int behind = 0;
  int narrowed = 0;
  cpu_set_t masks[kMostThreads];
#pragma omp parallel reduction(+ : behind, narrowed)
  {
    const int me = omp_get_thread_num();
    const int threads = omp_get_num_threads();
    sched_getaffinity(0, sizeof masks[me], &masks[me]);
    for (int phase = 1; phase <= kPhases; ++phase) {
      work();
      phases[me] = phase;
#pragma omp barrier
      for (int other = 0; other < threads; ++other) behind += phases[other] < phase;
#pragma omp barrier
    }
    narrowed += !is_mask(&masks[me]);
  }
  kill(busy, SIGKILL);
  waitpid(busy, NULL, 0);
  if (behind != 0 || narrowed != 0) {
    printf("%d were behind, %d masks are narrower than before\n", behind, narrowed);
    return 1;
  }
  return 0;
}
