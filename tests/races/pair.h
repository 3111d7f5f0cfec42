// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs share. Each is two: built with RACE defined it has the race that its first line names, and without it has none.
#pragma once

#include <omp.h>
#include <stdio.h>
#include <unistd.h>

// So that another thread comes to take part where the work would be done before it has woken. Orders nothing.
static inline void linger(void) { usleep(2000); }

// A result is used: nothing of the program can be left out.
static inline int finish(long result) {
  fprintf(stderr, "result %ld\n", result);
  return 0;
}
