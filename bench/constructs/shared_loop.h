// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the checks of the worksharing loops share: every iteration runs exactly once a loop, and past the loop's
// implicit barrier all of them are seen to have run.
#pragma once

#include <sched.h>
#include <stddef.h>
#include <time.h>

#include "harness.h"
#include "lengths.h"

enum {
  kSharedIterations = 64,
  kMostSharedIterations = kMostIterationsEach * kMaxThreads + kMostIterationsMore,
};

static long shared_loop_visits[kMostSharedIterations];
static int shared_loop_iterations = kSharedIterations;

// Clears the record for loops of so many iterations; returns how many loops the check should run.
static inline long shared_loop_start_of(int iterations, int threads) {
  shared_loop_iterations = iterations;
  for (int i = 0; i < iterations; ++i) {
    shared_loop_visits[i] = 0;
  }
  return 200 / threads + 20;
}

static inline long shared_loop_start(int threads) { return shared_loop_start_of(kSharedIterations, threads); }

static inline void shared_loop_visit(int iteration, int thread) {
  // One iteration (the 7th, or another of few) takes long, so that a loop without its barrier is caught: it yields in
  // one half of the threads. In every 8th loop it sleeps instead, in whichever thread it is, since the runtime may give
  // it to the same thread each time, and since the others may need a while until they have a CPU.
  const long visits = __atomic_load_n(&shared_loop_visits[iteration], __ATOMIC_RELAXED);
  if (iteration == 7 % shared_loop_iterations) {
    if (visits % 8 == 0) {
      nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    } else if (thread % 2 == 0) {
      sched_yield();
    }
  }
  __atomic_fetch_add(&shared_loop_visits[iteration], 1, __ATOMIC_RELAXED);
}

// To be asked by every thread after its `loop`th loop (from 1). Others may be one loop ahead, not more.
static inline bool shared_loop_torn(long loop) {
  bool torn = false;
  for (int i = 0; i < shared_loop_iterations; ++i) {
    const long seen = __atomic_load_n(&shared_loop_visits[i], __ATOMIC_RELAXED);
    torn = torn || seen < loop || seen > loop + 1;
  }
  return torn;
}

static inline const char* shared_loop_verdict(bool torn, long loops) {
  for (int i = 0; i < shared_loop_iterations; ++i) {
    if (shared_loop_visits[i] != loops) {
      return "an iteration was not run exactly once";
    }
  }
  return torn ? "a thread left the loop before all of its iterations were done" : NULL;
}
