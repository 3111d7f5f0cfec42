// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No chunk of a guided loop is smaller than the chunk size, except the one with the last iteration.
#include <omp.h>

#include "check.h"

enum { kMost = 900 };

static int owner[kMost], position[kMost];

int main(void) {
  for (int chunk = 1; chunk < 50; chunk += 7) {
    for (int count = 1; count < kMost; count += 97) {
#pragma omp parallel
      {
        int done = 0;
#pragma omp for schedule(guided, chunk)
        for (int i = 0; i < count; i++) {
          owner[i] = omp_get_thread_num();
          position[i] = done++;
        }
      }
      // A run is what one thread did without a gap; it holds one or more chunks.
      int run = 1, wrong = 0;
      for (int i = 1; i < count; i++) {
        if (owner[i] == owner[i - 1] && position[i] == position[i - 1] + 1) {
          run++;
        } else {
          wrong += run < chunk;
          run = 1;
        }
      }
      CHECK_EQUAL(wrong, 0);
    }
  }
  return finish();
}
