// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the checks of critical and lock share: a plain counter and a mark of the thread that is inside.
#pragma once

#include <stddef.h>
#include <time.h>

#include "harness.h"

struct exclusion {
  long inside;
  long entries;
  bool broken;
};

// To be called with mutual exclusion supposedly held, by threads that started together. The first to come sleeps inside,
// long enough for all others to be scheduled: a lock that does not exclude is caught even on busy CPUs.
static inline void exclusion_visit(struct exclusion* state) {
  if (__atomic_fetch_add(&state->inside, 1, __ATOMIC_RELAXED) != 0) {
    __atomic_store_n(&state->broken, true, __ATOMIC_RELAXED);
  }
  state->entries += 1;
  if (state->entries == 1) {
    enum { kPauses = 8 };
    const struct timespec pause = {.tv_nsec = 5000000};  // beyond a scheduler's usual slice of 3 ms
    for (int i = 0; i < kPauses && !__atomic_load_n(&state->broken, __ATOMIC_RELAXED); ++i) {
      nanosleep(&pause, NULL);
    }
  }
  __atomic_fetch_sub(&state->inside, 1, __ATOMIC_RELAXED);
}

static inline const char* exclusion_verdict(const struct exclusion* state, long expected) {
  if (state->broken) {
    return "two threads were inside at once";
  }
  return state->entries == expected ? NULL : "an update made inside was lost";
}
