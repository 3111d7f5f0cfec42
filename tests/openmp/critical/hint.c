// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// critical with each hint still excludes.
#include <omp.h>

#include "check.h"

enum { kLaps = 2000 };

#define PRAGMA(text) _Pragma(#text)
#define CHECK_HINT(name, hint_value)                      \
  do {                                                    \
    long count = 0;                                       \
    PRAGMA(omp parallel)                                  \
    for (int lap = 0; lap < kLaps; lap++) {               \
      PRAGMA(omp critical(name) hint(hint_value))         \
      count++;                                            \
    }                                                     \
    CHECK_EQUAL(count, (long)kLaps* requested_threads()); \
  } while (0)

int main(void) {
  CHECK_HINT(none, omp_sync_hint_none);
  CHECK_HINT(uncontended, omp_sync_hint_uncontended);
  CHECK_HINT(contended, omp_sync_hint_contended);
  CHECK_HINT(nonspeculative, omp_sync_hint_nonspeculative);
  CHECK_HINT(speculative, omp_sync_hint_speculative);
  CHECK_HINT(mixed, omp_sync_hint_contended | omp_sync_hint_nonspeculative);
  return finish();
}
