// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bench of work between constructs: one cell is a team that works and synchronises, phase after phase. The parts of the
// program: shape.c says which thread works how much, units.c does the work, calibrate.c finds its speed, phases.c runs the phases,
// kernel.c asks the kernel, main.c measures and verifies.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
  kMostThreads = 1024,
  kApartBytes = 128,  // two 64-byte lines: the adjacent-line prefetcher of x86-64 fetches pairs
};

// How the work of a phase is shared out. Each is the same for every runtime: it depends on phase, thread and seed alone.
enum shape {
  kBalanced,
  kOne,          // the last thread has twice the work of the others
  kRandom,       // from 0 to twice the work; the mean is the work
  kAlternating,  // all threads: 1.8 of the work in one phase, 0.2 of it in the next
  kShapes
};

// How a phase ends, and what hands its work out.
enum construct { kBarrier, kRegion, kStatic, kDynamic, kGuided, kTasks, kConstructs };

enum kind { kArithmetic, kMemory, kKinds };

extern const char* const kShapeNames[kShapes];
extern const char* const kConstructNames[kConstructs];
extern const char* const kKindNames[kKinds];

struct cell {
  int threads;
  enum shape shape;
  enum construct construct;
  enum kind kind;
  double work_ns;  // of a thread in a phase, on average
  double units_per_us;
  unsigned long seed;
  long units;  // the same as work_ns in units of work
};

// --- shape.c: pure functions of the cell

// Equal parts that a thread's work is handed out in: iterations or tasks; 1 where the thread does it in one go.
int parts_of(enum construct construct);
// What the thread with this number does in the phase, in units. In loops and tasks: the parts in its place.
long units_of(const struct cell* cell, long phase, int thread);
// One of the parts, numbered through the team.
long part_units(const struct cell* cell, long phase, long part);

struct ideal {
  double ns;          // a phase takes at least: the longest piece that cannot be divided, or all work over `share`
  double longest_ns;  // of the thread with the most work in its place
  double sum_ns;      // of all threads
};
// Means over `phases` phases, where the team can have `share` CPUs' worth of time.
struct ideal ideal_of(const struct cell* cell, long phases, double share);
// As many as fill the budget on an ideal runtime with a usual one's overhead: not measured, so that all runtimes do the same.
long phases_for(const struct cell* cell, double budget_ms, double share);

// --- units.c: the work itself

struct worker {
  _Alignas(kApartBytes) unsigned long sum;  // of the results of arithmetic
  long parts;                               // that this thread has done; others read it in the check
  unsigned long* data;                      // for kMemory: this thread's own
  size_t at;                                // the line of it that comes next
};

extern struct worker workers[kMostThreads];
extern size_t data_lines;  // of 64 bytes, in `data`

// Does the units and counts one part.
void do_part(enum kind kind, struct worker* worker, long units);
// Nothing done yet; with data of its own in place, where the kind needs any. False if there is no memory for it.
bool fresh_worker(struct worker* worker, enum kind kind);
// What is wrong with the work of all threads, or NULL, if they did these phases and nothing else.
const char* work_wrong(const struct cell* cell, long phases);

// --- calibrate.c

// Units a microsecond of one thread while the first `cpus` CPUs that the process may use work alike: CPUs that share a core, a
// cache or a budget of heat are slower then than one alone. The most of some tries on each CPU, since others can only make a
// try slower; the mean over the CPUs. 0 if it cannot be had. For a process that has no other threads yet.
double calibrate(enum kind kind, int tries, int cpus);

// --- phases.c: the constructs

struct course {
  struct cell cell;
  double deadline_us;              // no phase is begun after it, give or take `stride`
  long stride;                     // phases between two looks at the clock
  bool checking;                   // untimed, with a proof after each phase
  int torn;                        // phases in which somebody went on too early (atomic)
  _Alignas(kApartBytes) long end;  // the first phase that is not done (atomic: thread 0 may bring it forward)
};

// fresh_worker() by each thread for itself. False if there is no memory.
bool fresh_team(enum kind kind);
// Runs the phases [0, course->end) on the default team.
void run_phases(struct course* course);
// What is wrong with how the runtime synchronises the cell's construct, or NULL.
const char* phases_wrong(const struct cell* cell);

// --- kernel.c: -1 stands for what the kernel does not tell

// Moves from CPU to CPU of all threads that live.
long migrations(void);
long time_slice_ns(void);
