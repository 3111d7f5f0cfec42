// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locks made with each hint still exclude. libgomp 12 declares these functions but has none.
// compilers: clang
#include <omp.h>

#include "check.h"

enum { kLaps = 400 };

int main(void) {
  static const omp_sync_hint_t hints[] = {
      omp_sync_hint_none,        omp_sync_hint_uncontended,
      omp_sync_hint_contended,   omp_sync_hint_nonspeculative,
      omp_sync_hint_speculative, (omp_sync_hint_t)(omp_sync_hint_contended | omp_sync_hint_nonspeculative)};
  for (unsigned h = 0; h < sizeof hints / sizeof *hints; h++) {
    omp_lock_t lock;
    omp_nest_lock_t nest;
    long simple = 0, nested = 0;
    omp_init_lock_with_hint(&lock, hints[h]);
    omp_init_nest_lock_with_hint(&nest, hints[h]);
#pragma omp parallel
    for (int lap = 0; lap < kLaps; lap++) {
      omp_set_lock(&lock);
      simple++;
      omp_unset_lock(&lock);
      omp_set_nest_lock(&nest);
      omp_set_nest_lock(&nest);
      nested++;
      omp_unset_nest_lock(&nest);
      omp_unset_nest_lock(&nest);
    }
    CHECK_EQUAL(simple, (long)kLaps * requested_threads());
    CHECK_EQUAL(nested, (long)kLaps * requested_threads());
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nest);
  }
  return finish();
}
