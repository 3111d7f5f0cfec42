// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the rows after EPCC's arraybench share: regions that give each thread an array of its own (Bull and O'Neill, "A Microbenchmark Suite for
// OpenMP 2.0", 2001). 729 doubles, the middle one of the sizes there, are more than a call's arguments and less than a cache.
#pragma once

#include <omp.h>
#include <stddef.h>

#include "harness.h"

enum { kElements = 729 };

// An element is written, and the compiler must expect all others to be read, so that the copies can't be left out.
static inline void array_use(double* array, struct slot* mine) {
  array[mine->ticks % kElements] = 1.0;
  __asm__ volatile("" : : "r"(array) : "memory");
  bench_body(mine);
}

static inline void array_fill(double* array, double value) {
  for (int i = 0; i < kElements; ++i) {
    array[i] = value + i;
  }
}

static inline bool array_has(const double* array, double value) {
  for (int i = 0; i < kElements; ++i) {
    if (array[i] != value + i) {
      return false;
    }
  }
  return true;
}
