// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract between a construct's file and the harness that times it. A construct's file says how to run the
// construct `count` times and what work that must have done; the harness finds the count, times it, and refuses to
// report a time whose work does not add up.
#pragma once

#include <stdbool.h>

enum {
  kMaxThreads = 1024,
  // Two 64-byte lines: the adjacent-line prefetcher of x86-64 fetches pairs.
  kSlotBytes = 128,
};

// What one thread (or one iteration) has done; a slot each, so that counting causes no line transfer of its own.
struct slot {
  _Alignas(kSlotBytes) volatile long ticks;
};

extern struct slot bench_slots[kMaxThreads];

// Length of the body inside the construct, in turns of an empty loop. 0 unless --work says otherwise.
extern long bench_work;

// The body of every construct: counted, so that it can be verified, and of a settable length.
static inline void bench_body(struct slot* slot) {
  slot->ticks += 1;
  for (long turn = 0; turn < bench_work; ++turn) {
    __asm__ volatile("" ::: "memory");
  }
}

// How many threads of a team of `threads` can run at once, on the CPUs that any of its threads may use.
int bench_lanes(int threads);

// Sum of the ticks of the first `slots` slots.
long bench_ticks(int slots);

enum action { kRunConstructs, kListConstructs, kCalibrateTurns };

struct options {
  enum action action;
  double budget_ms;
  int repetitions;
  int threads;  // 0: the runtime's own default team
};

struct sample {
  double us;          // per construct, reference subtracted
  double cpu_us;      // user + system time of the process, per construct
  double switches;    // voluntary + involuntary context switches, per construct
  double sleeps;      // voluntary context switches of the process, per construct
  double process_us;  // first_region only: the whole process, from spawn to exit
  double rss_kib;     // first_region only: resident memory of the process after its first region
  long count;         // constructs in this repetition
};

enum team_size { kTeamAsAsked = 0 };

struct construct {
  const char* name;   // as on the command line
  const char* title;  // as in the tables
  // Threads the construct fixes for itself, or kTeamAsAsked.
  int team_size;
  // `count` is made a multiple of this where it is not 0.
  int count_granule;
  // The bodies of all threads run one after the other, so the reference is all of them rather than one thread's share.
  bool serial;
  // There is no bench_body in the construct, so there is nothing to subtract.
  bool bodiless;
  // Runs the construct `count` times on the default team and returns the work that was seen to be done.
  long (*timed)(int threads, long count);
  // The work that timed() has to report.
  long (*expected)(int threads, long count);
  // An untimed, stricter proof that the construct does what the specification says. Returns what is wrong, or NULL.
  const char* (*check)(int threads);
  // Only where a runtime could give right results by doing other work than the specification asks for, which costs something else. An
  // untimed look at that: returns what it does instead, or NULL. The time is then reported as not comparable.
  const char* (*deviation)(int threads);
  // Only where the time includes work of a known length: what one construct would take if the runtime cost nothing.
  double (*ideal_us)(int threads);
  // Replaces calibration and timing altogether (first_region, idle_after_region, region_every_100us). Returns what is wrong, or NULL.
  const char* (*measure)(const struct options* options, struct sample* sample);
};

// The registry: one row each in constructs.def.
extern const struct construct* const bench_constructs[];

// Usual answers for `expected`.
long bench_each_thread_once(int threads, long count);  // every thread runs the body in every construct
long bench_one_thread_once(int threads, long count);   // one body in a construct
