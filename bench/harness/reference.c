// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Physical references: what the machine itself charges for the steps that barriers and forks are made of. One JSON line
// each; a reference that needs a second CPU is left out, with a line on standard error, where there is none.
//   line_transfer     a cache line passed from one core to another, one way
//   futex_same_cpu    wake and be woken again, both threads on one CPU
//   futex_other_cpu   the same across two CPUs, each idle while it waits
//   futex_busy_cpu    the same, while a thread that never sleeps keeps the second CPU busy
//   yield_switch      one switch between two threads that both only call sched_yield on one CPU
//   yield_alone       sched_yield with nobody else to run
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clock.h"

// The polls take some 30 us, a transfer less than 1.
enum { kRepetitions = 5, kMinTurns = 64, kPollsPerYield = 30000 };

struct duel {
  _Alignas(128) atomic_uint turn;
  long turns;
  int cpu[2];
  atomic_int ready;
};

static double budget_us = 20000.0;

static void pin_to(int cpu) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(cpu, &mask);
  if (sched_setaffinity(0, sizeof mask, &mask) != 0) {
    perror("reference: sched_setaffinity");
    exit(1);
  }
}

static long futex(atomic_uint* word, int operation, unsigned value) {
  return syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

// Both threads of a duel begin together, so that thread creation is not timed.
static void meet(struct duel* duel) {
  atomic_fetch_add(&duel->ready, 1);
  while (atomic_load(&duel->ready) < 2) {
    sched_yield();
  }
}

// Each side waits until the turn has its parity, then passes it on. One turn is one transfer. A side that waits for much longer has lost the other to somebody
// else: two such programs on the same two CPUs would run in turn, one half of each at a time, and none would go on.
static void spin_side(struct duel* duel, unsigned side) {
  for (long i = 0; i < duel->turns; ++i) {
    int polls = 0;
    while (atomic_load_explicit(&duel->turn, memory_order_acquire) % 2 != side) {
      if (++polls == kPollsPerYield) {
        polls = 0;
        sched_yield();
      }
    }
    atomic_store_explicit(&duel->turn, (unsigned)(2 * i) + side + 1, memory_order_release);
  }
}

static void futex_side(struct duel* duel, unsigned side) {
  for (long i = 0; i < duel->turns; ++i) {
    for (unsigned seen; (seen = atomic_load(&duel->turn)) % 2 != side;) {
      futex(&duel->turn, FUTEX_WAIT, seen);
    }
    atomic_fetch_add(&duel->turn, 1);
    futex(&duel->turn, FUTEX_WAKE, 1);
  }
}

static void yield_side(struct duel* duel, unsigned side) {
  (void)side;
  for (long i = 0; i < duel->turns; ++i) {
    sched_yield();
  }
}

typedef void (*side_function)(struct duel* duel, unsigned side);

struct opponent {
  struct duel* duel;
  side_function side;
};

static void* opponent_main(void* argument) {
  struct opponent* opponent = argument;
  pin_to(opponent->duel->cpu[1]);
  meet(opponent->duel);
  opponent->side(opponent->duel, 1);
  return NULL;
}

struct duel_time {
  double us;
  long switches;
};

static struct duel_time fight(side_function side, int cpu0, int cpu1, long turns) {
  static struct duel duel;
  memset(&duel, 0, sizeof duel);
  duel.turns = turns;
  duel.cpu[0] = cpu0;
  duel.cpu[1] = cpu1;
  struct opponent opponent = {.duel = &duel, .side = side};
  pin_to(cpu0);
  pthread_t thread;
  if (pthread_create(&thread, NULL, opponent_main, &opponent) != 0) {
    fprintf(stderr, "reference: cannot create a thread\n");
    exit(1);
  }
  meet(&duel);
  const struct usage before = usage_of(RUSAGE_SELF);
  const double start = now_us();
  side(&duel, 0);
  pthread_join(thread, NULL);
  struct duel_time time = {.us = now_us() - start, .switches = usage_of(RUSAGE_SELF).switches - before.switches};
  return time;
}

// A number of turns that takes about the budget.
static long calibrate(side_function side, int cpu0, int cpu1) {
  long turns = kMinTurns;
  for (;;) {
    const double us = fight(side, cpu0, cpu1, turns).us;
    if (us > budget_us / 8.0) {
      const double wanted = (double)turns * budget_us / us;
      return wanted < kMinTurns ? kMinTurns : (long)wanted;
    }
    turns *= 4;
  }
}

// Two turns, one of each side, are a round trip.
static double round_trip_us(side_function side, int cpu0, int cpu1) {
  const long turns = calibrate(side, cpu0, cpu1);
  double us[kRepetitions];
  for (int i = 0; i < kRepetitions; ++i) {
    us[i] = fight(side, cpu0, cpu1, turns).us / (double)turns;
  }
  return median_of(us, kRepetitions);
}

static atomic_bool keep_busy;

static void* keep_cpu_busy(void* cpu) {
  pin_to(*(const int*)cpu);
  while (atomic_load_explicit(&keep_busy, memory_order_relaxed)) {
  }
  return NULL;
}

// A wake-up of a busy CPU may have to wait for the scheduler's next slice, milliseconds later, so a round trip is timed a
// few times only, until the budget is spent.
static double busy_round_trip_us(int cpu0, int cpu1) {
  enum { kMostTrips = 200 };
  double us[kMostTrips];
  int trips = 0;
  pthread_t busy;
  atomic_store(&keep_busy, true);
  if (pthread_create(&busy, NULL, keep_cpu_busy, &cpu1) != 0) {
    fprintf(stderr, "reference: cannot create a thread\n");
    exit(1);
  }
  const double start = now_us();
  while (trips < kMostTrips && (trips < 3 || now_us() - start < budget_us * kRepetitions)) {
    enum { kTurns = 4 };
    us[trips++] = fight(futex_side, cpu0, cpu1, kTurns).us / kTurns;
  }
  atomic_store(&keep_busy, false);
  pthread_join(busy, NULL);
  return median_of(us, trips);
}

// Half of a round trip, the least of many short ones: a transfer has a physical cost, to which other programs only add.
static double line_transfer_us(int cpu0, int cpu1) {
  enum { kBursts = 100, kBurstTurns = 2000 };  // a burst is 0.2 ms, far below a scheduler's slice
  double best = 0.0;
  for (int i = 0; i < kBursts; ++i) {
    const double us = fight(spin_side, cpu0, cpu1, kBurstTurns).us / kBurstTurns / 2.0;
    best = i == 0 || us < best ? us : best;
  }
  return best;
}

// Beside the time of a switch: how many switches there were for each yield. About one; none where yields do nothing.
static void report_yield_switch(int cpu) {
  const long turns = calibrate(yield_side, cpu, cpu);
  double us[kRepetitions];
  double switches[kRepetitions];
  for (int i = 0; i < kRepetitions; ++i) {
    const struct duel_time time = fight(yield_side, cpu, cpu, turns);
    us[i] = time.us / (double)(time.switches > 0 ? time.switches : 1);
    switches[i] = (double)time.switches / (2.0 * (double)turns);
  }
  printf(
      "{\"reference\":\"yield_switch\",\"title\":\"sched_yield, switch to another thread\",\"us\":%.6f,"
      "\"switches_per_yield\":%.3f}\n",
      median_of(us, kRepetitions), median_of(switches, kRepetitions));
  fflush(stdout);
}

static double yield_alone_us(int cpu) {
  pin_to(cpu);
  const long yields = (long)(budget_us / 0.5) + 1;  // a yield takes about half a microsecond
  double us[kRepetitions];
  for (int i = 0; i < kRepetitions; ++i) {
    const double start = now_us();
    for (long turn = 0; turn < yields; ++turn) {
      sched_yield();
    }
    us[i] = (now_us() - start) / (double)yields;
  }
  return median_of(us, kRepetitions);
}

static void report(const char* name, const char* title, double us) {
  printf("{\"reference\":\"%s\",\"title\":\"%s\",\"us\":%.6f}\n", name, title, us);
  fflush(stdout);
}

// The first two CPUs this process may use. Returns how many there are, at most 2.
static int first_cpus(int cpus[2]) {
  cpu_set_t mask;
  int found = 0;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) {
    perror("reference: sched_getaffinity");
    exit(1);
  }
  for (int cpu = 0; cpu < CPU_SETSIZE && found < 2; ++cpu) {
    if (CPU_ISSET(cpu, &mask)) {
      cpus[found++] = cpu;
    }
  }
  return found;
}

int main(int argc, char** argv) {
  const bool transfer_only = argc == 3 && strcmp(argv[2], "line_transfer") == 0;
  if (argc > 3 || (argc == 3 && !transfer_only) || (argc > 1 && (budget_us = atof(argv[1]) * 1e3) <= 0.0)) {
    fprintf(stderr,
            "Usage: %s [MILLISECONDS [line_transfer]]\n"
            "Measures the machine; about 6 x MILLISECONDS (20) a reference. With its name only the line transfer.\n",
            argv[0]);
    return 2;
  }
  int cpus[2] = {0, 0};
  const int found = first_cpus(cpus);
  if (found == 2) {
    report("line_transfer", "line transfer, one way", line_transfer_us(cpus[0], cpus[1]));
  } else {
    fprintf(stderr, "reference: one usable CPU, no line_transfer, futex_other_cpu and futex_busy_cpu\n");
  }
  if (transfer_only) {
    return 0;
  }
  if (found == 2) {
    report("futex_other_cpu", "futex round trip, other CPU, idle", round_trip_us(futex_side, cpus[0], cpus[1]));
    report("futex_busy_cpu", "futex round trip, other CPU, busy", busy_round_trip_us(cpus[0], cpus[1]));
  }
  report("futex_same_cpu", "futex round trip, same CPU", round_trip_us(futex_side, cpus[0], cpus[0]));
  report_yield_switch(cpus[0]);
  report("yield_alone", "sched_yield, nobody else", yield_alone_us(cpus[0]));
  return 0;
}
