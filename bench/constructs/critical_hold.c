// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An unnamed critical section with work in it and between two entries.
#include "contended.h"

static void set_up(void) {}
static void tear_down(void) {}

static inline void work_inside(struct slot* slot, long turns) {
#pragma omp critical
  contended_work(slot, turns);
}

static inline void visit_inside(struct exclusion* state) {
#pragma omp critical
  exclusion_visit(state);
}

CONTENDED_CONSTRUCT(critical_hold, "critical, work inside and outside");
