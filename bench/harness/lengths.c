// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns of an empty loop, how many of them fit into a nanosecond, and the defaults of all lengths.
#include "lengths.h"

#include <stdio.h>

#include "clock.h"

struct lengths bench_lengths = {
    .hold_ns = 1000,
    .outside_ns = 1000,
    .iteration_ns = 10000,
    .task_ns = 50,
    .iterations_each = 1,
};

long bench_turns_per_us = 0;

__attribute__((noinline)) void bench_spend(long turns) {
  for (long turn = 0; turn < turns; ++turn) {
    __asm__ volatile("" ::: "memory");
  }
}

long calibrate_turns(void) {
  enum { kRuns = 15 };
  const double least_us = 100.0;  // long against the clock's own 20 to 50 ns
  long turns = 1000;
  double best = 1.0;
  for (int run = 0; run < kRuns;) {
    const double start = now_us();
    bench_spend(turns);
    const double elapsed = now_us() - start;
    if (elapsed < least_us) {
      turns *= 2;
      continue;
    }
    const double rate = (double)turns / elapsed;
    best = rate > best ? rate : best;
    ++run;
  }
  return (long)best;
}

long bench_turns(long length_ns) {
  if (bench_turns_per_us == 0) {
    bench_turns_per_us = calibrate_turns();
  }
  return (long)((double)length_ns * 1e-3 * (double)bench_turns_per_us);
}

bool parse_iterations(const char* text, struct lengths* lengths) {
  long each = 0;
  long more = 0;
  int end = 0;
  const bool plain = sscanf(text, "%ldx%n", &each, &end) == 1 && end > 0 && text[end] == '\0';
  if (!plain) {
    end = 0;
    if (sscanf(text, "%ldx+%ld%n", &each, &more, &end) != 2 || end == 0 || text[end] != '\0') {
      return false;
    }
  }
  lengths->iterations_each = each;
  lengths->iterations_more = more;
  return each >= 1 && each <= kMostIterationsEach && more >= 0 && more <= kMostIterationsMore;
}
