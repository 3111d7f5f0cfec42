// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_set_lock and omp_unset_lock of one lock, with work while it is held and between.
#include <omp.h>

#include "contended.h"

// A line of its own, as in lock.c.
static _Alignas(kSlotBytes) omp_lock_t lock;

static void set_up(void) { omp_init_lock(&lock); }
static void tear_down(void) { omp_destroy_lock(&lock); }

static inline void work_inside(struct slot* slot, long turns) {
  omp_set_lock(&lock);
  contended_work(slot, turns);
  omp_unset_lock(&lock);
}

static inline void visit_inside(struct exclusion* state) {
  omp_set_lock(&lock);
  exclusion_visit(state);
  omp_unset_lock(&lock);
}

CONTENDED_CONSTRUCT(lock_hold, "lock, work inside and outside");
