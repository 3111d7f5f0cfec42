// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lock uses no more than its own type's memory: what stands beside it is not touched.
#include <omp.h>
#include <string.h>

#include "check.h"

struct guarded {
  unsigned char before[16];
  omp_lock_t lock;
  unsigned char between[16];
  omp_nest_lock_t nest;
  unsigned char after[16];
};

static int intact(const struct guarded* g) {
  int same = 1;
  for (int i = 0; i < 16; i++) same &= g->before[i] == 0xa5 && g->between[i] == 0xa5 && g->after[i] == 0xa5;
  return same;
}

int main(void) {
  struct guarded guarded;
  memset(&guarded, 0xa5, sizeof guarded);
  omp_init_lock(&guarded.lock);
  omp_init_nest_lock(&guarded.nest);
  CHECK(intact(&guarded));
  long count = 0;
#pragma omp parallel
  for (int lap = 0; lap < 500; lap++) {
    omp_set_lock(&guarded.lock);
    omp_set_nest_lock(&guarded.nest);
    omp_set_nest_lock(&guarded.nest);
    count++;
    omp_unset_nest_lock(&guarded.nest);
    omp_unset_nest_lock(&guarded.nest);
    omp_unset_lock(&guarded.lock);
  }
  CHECK_EQUAL(count, 500L * requested_threads());
  CHECK(intact(&guarded));
  omp_destroy_lock(&guarded.lock);
  omp_destroy_nest_lock(&guarded.nest);
  CHECK(intact(&guarded));
  return finish();
}
