// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the checks of critical and lock share: a plain counter and a mark of who is inside.
#pragma once

#include <sched.h>
#include <stddef.h>

#include "harness.h"

struct exclusion {
  long inside;
  long entries;
  bool broken;
};

// To be called with mutual exclusion supposedly held. Gives the CPU away now and then, so that a lock that does not
// exclude is caught even where all threads share one CPU.
static inline void exclusion_visit(struct exclusion* state) {
  if (__atomic_fetch_add(&state->inside, 1, __ATOMIC_RELAXED) != 0) {
    __atomic_store_n(&state->broken, true, __ATOMIC_RELAXED);
  }
  state->entries += 1;
  if (state->entries % 16 == 0) {
    sched_yield();
  }
  __atomic_fetch_sub(&state->inside, 1, __ATOMIC_RELAXED);
}

static inline const char* exclusion_verdict(const struct exclusion* state, long expected) {
  if (state->broken) {
    return "two threads were inside at once";
  }
  return state->entries == expected ? NULL : "an update made inside was lost";
}
