// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of this folder compute: arithmetic whose time is known, and that no compiler takes out. CLEAN selects the twin that
// has the loss removed and does the same work. Each prints how long its regions took, in nanoseconds.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <time.h>

#ifndef CLEAN
#define CLEAN 0
#endif

static inline double now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

// A chain of dependent multiplications: about 1.6 ns each on the reference machine.
static inline uint64_t spin(uint64_t steps) {
  uint64_t value = steps | 1;
  for (uint64_t i = 0; i < steps; ++i) {
    value = value * 6364136223846793005U + 1442695040888963407U;
    __asm__ volatile("" : "+r"(value));
  }
  return value;
}

// Work of known length that wants no CPU: the same on a machine that others use too. For losses that are longer than a wake-up.
static inline uint64_t pass_us(uint64_t us) {
  const struct timespec length = {(time_t)(us / 1000000), (long)(us % 1000000) * 1000};
  nanosleep(&length, NULL);
  return us;
}

static volatile uint64_t sink;

// Short work is not to end with a variable that all threads write: its line would go to and fro, in one of the twins more often than in the other.
static inline void keep(uint64_t value) { __asm__ volatile("" : : "r"(value)); }

#define STEPS_PER_US 600

static inline int tell(double begin_ns) {
  printf("%.0f\n", now_ns() - begin_ns);
  return 0;
}
