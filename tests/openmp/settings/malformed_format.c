// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A field that no affinity format has is told in one line when the format is used first, and shown as "undefined".
// run: OMP_AFFINITY_FORMAT=thread%n:%y EXPECTED=thread0:undefined AT=11
// run: OMP_AFFINITY_FORMAT=%{thread_number} EXPECTED=undefined AT=2
// run: OMP_AFFINITY_FORMAT=%n%0.3{nobody}% EXPECTED=0undefinedundefined AT=4
// stderr-has: OMP_AFFINITY_FORMAT: read ".*", which from character (11|2|4) on has a field that is not known; using "undefined" in its place
// stderr-lines: 1
// peers: none
// Why: the line is Muster's, and libomp reads on behind a lone percent sign.
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

int main(void) {
  char text[128];
  for (int lap = 0; lap < 2; lap++) {
    omp_capture_affinity(text, sizeof text, NULL);
    CHECK(strcmp(text, getenv("EXPECTED")) == 0);
  }
  return finish();
}
