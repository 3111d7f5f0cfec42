// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random numbers from a seed, and how long to go on. STRESS_SEED (default 1) and STRESS_SECONDS (default 1) come from the
// environment; every program prints its seed when a check fails, so that the run can be repeated.
#pragma once

#include <stdio.h>
#include <time.h>

#include "check.h"

// splitmix64: each root, and each round of it, has a state of its own.
struct random {
  unsigned long long state;
};

static inline unsigned long long next_random(struct random* random) {
  unsigned long long z = random->state += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

// From `low` to `high`, both included.
static inline int random_between(struct random* random, int low, int high) {
  return low + (int)(next_random(random) % (unsigned long long)(high - low + 1));
}

static inline unsigned long long stress_seed(void) {
  const char* text = getenv("STRESS_SEED");
  return text ? strtoull(text, NULL, 10) : 1;
}

static inline struct random random_stream(unsigned long long number) {
  struct random random = {stress_seed() * 1000003 + number};
  next_random(&random);
  return random;
}

static inline double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static inline double stress_end(void) {
  const char* text = getenv("STRESS_SECONDS");
  return seconds_now() + (text ? atof(text) : 1.0);
}

static inline int finish_stress(void) {
  int status = finish();
  if (status != 0) fprintf(stderr, "repeat with STRESS_SEED=%llu\n", stress_seed());
  return status;
}

// Moves threads apart: nothing, a little or much work, or a nap.
static inline void random_delay(struct random* random) {
  switch (next_random(random) % 8) {
    case 0: work(2000); break;
    case 1: work(100); break;
    case 2: {
      struct timespec nap = {0, 20000};
      nanosleep(&nap, NULL);
      break;
    }
    default: break;
  }
}
