// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work of a settable length in nanoseconds, for the constructs that know how long a runtime without any cost would take. The work is a number of
// turns and not a time to wait for: a thread that loses its CPU meanwhile has as much left to do.
#pragma once

#include <stdbool.h>

enum { kMostIterationsEach = 4, kMostIterationsMore = 1024 };

struct lengths {
  long hold_ns;       // with a lock held
  long outside_ns;    // between two holds
  long iteration_ns;  // in each of few iterations
  long task_ns;       // in each task of a fine tree
  // A loop of few iterations has `iterations_each` for each thread, and `iterations_more`.
  long iterations_each;
  long iterations_more;
};

extern struct lengths bench_lengths;

// Turns in a microsecond as --turns-per-us says, so that all processes of a comparison do the same work. 0: as measured here.
extern long bench_turns_per_us;

// Measures the turns in a microsecond on this thread, the most of several short runs: preemption can only make them fewer.
long calibrate_turns(void);

// Turns that take `length_ns`.
long bench_turns(long length_ns);

// One function for the calibration and for all constructs, never inlined, so that a turn costs the same everywhere.
void bench_spend(long turns);

// Reads "2x+1": two iterations for each thread and one more. False if `text` is nothing like it.
bool parse_iterations(const char* text, struct lengths* lengths);
