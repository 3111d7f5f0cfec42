// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An ordered block in every iteration of one long loop, iterations dealt out one by one (static,1), so that each block
// has to wait for another thread's. The time is that of one iteration.
#include <omp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>

#include "harness.h"

static long timed(int threads, long count) {
#pragma omp parallel for ordered schedule(static, 1)
  for (long i = 0; i < count; ++i) {
#pragma omp ordered
    bench_body(&bench_slots[0]);
  }
  return bench_ticks(threads);
}

static const char* check(int threads) {
  const long iterations = 400 / threads + 100;
  long next = 0;
  bool disordered = false;
#pragma omp parallel for ordered schedule(static, 1) reduction(|| : disordered)
  for (long i = 0; i < iterations; ++i) {
    if (i % 16 == 0) {
      sched_yield();
    }
#pragma omp ordered
    {
      disordered = disordered || next != i;
      next = i + 1;
    }
  }
  return disordered ? "the ordered blocks did not run in the order of the iterations" : NULL;
}

// Iterations of schedule(static,1) go to the threads in turn (OpenMP 5.2, section 11.5.3). A runtime that deals them in blocks runs the
// ordered blocks in the right order all the same, but hands over to another thread only where a block ends.
static const char* deviation(int threads) {
  enum { kTurns = 8 };
  static int dealt_to[kTurns * kMaxThreads];
  static char otherwise[96];
  const long iterations = (long)kTurns * threads;
#pragma omp parallel for ordered schedule(static, 1)
  for (long i = 0; i < iterations; ++i) {
#pragma omp ordered
    dealt_to[i] = omp_get_thread_num();
  }
  for (long i = 0; i < iterations; ++i) {
    if (dealt_to[i] != i % threads) {
      snprintf(otherwise, sizeof otherwise, "schedule(static,1) gives iteration %ld of %ld to thread %d, not to %ld", i,
               iterations, dealt_to[i], i % threads);
      return otherwise;
    }
  }
  return NULL;
}

const struct construct ordered_construct = {
    .name = "ordered",
    .title = "ordered",
    .serial = true,
    .timed = timed,
    .expected = bench_one_thread_once,
    .check = check,
    .deviation = deviation,
};
