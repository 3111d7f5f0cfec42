// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A process for each CPU, so that no OpenMP runtime has a part in it.
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "work.h"

// What the processes share.
struct board {
  int ready;  // atomic
  int go;     // atomic
  double rates[CPU_SETSIZE];
};

// Long enough to have its part of interrupts and of what the other CPUs do, short enough to find some without other programs.
static const double kTryUs = 10000.0;

static double best_rate(enum kind kind, struct worker* worker, int tries) {
  double best = 0.0;
  long units = 1000;
  for (int done = 0; done < tries;) {
    const double start = now_us();
    do_part(kind, worker, units);
    const double elapsed = now_us() - start;
    if (elapsed < kTryUs / 2.0) {
      units *= 2;
      continue;
    }
    const double rate = (double)units / elapsed;
    best = rate > best ? rate : best;
    ++done;
  }
  return best;
}

static void work_on(int cpu, enum kind kind, int tries, struct board* board, double* rate) {
  static struct worker alone;
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(cpu, &mask);
  const bool can = sched_setaffinity(0, sizeof mask, &mask) == 0 && fresh_worker(&alone, kind);
  __atomic_fetch_add(&board->ready, 1, __ATOMIC_RELEASE);
  while (__atomic_load_n(&board->go, __ATOMIC_ACQUIRE) == 0) {
    sched_yield();
  }
  *rate = can ? best_rate(kind, &alone, tries) : 0.0;
  _exit(0);
}

double calibrate(enum kind kind, int tries, int cpus) {
  cpu_set_t usable;
  struct board* const board = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (board == MAP_FAILED || sched_getaffinity(0, sizeof usable, &usable) != 0) {
    return 0.0;
  }
  int started = 0;
  for (int cpu = 0; cpu < CPU_SETSIZE && started < cpus; ++cpu) {
    if (CPU_ISSET(cpu, &usable)) {
      const pid_t child = fork();
      if (child == 0) {
        work_on(cpu, kind, tries, board, &board->rates[started]);
      }
      started += child > 0;
    }
  }
  while (__atomic_load_n(&board->ready, __ATOMIC_ACQUIRE) < started) {
    sched_yield();
  }
  __atomic_store_n(&board->go, 1, __ATOMIC_RELEASE);
  double sum = 0.0;
  bool all = started > 0;
  while (wait(NULL) > 0) {
  }
  for (int child = 0; child < started; ++child) {
    all = all && board->rates[child] > 0.0;
    sum += board->rates[child];
  }
  munmap(board, sizeof *board);
  return all ? sum / started : 0.0;
}
