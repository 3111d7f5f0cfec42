// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many barriers in a row: what any thread wrote before one, in plain memory, every thread reads after it.
#include <omp.h>

#include "check.h"

enum { kMost = 64, kEpisodes = 3000 };

static struct {
  long value;
  char padding[120];
} slots[kMost];

int main(void) {
  long wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  {
    int me = omp_get_thread_num(), size = omp_get_num_threads();
    for (long episode = 1; episode <= kEpisodes; episode++) {
      slots[me].value = episode * (me + 1);
#pragma omp barrier
      for (int other = 0; other < size; other++) wrong += slots[other].value != episode * (other + 1);
#pragma omp barrier
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(slots[requested_threads() - 1].value, (long)kEpisodes * requested_threads());
  return finish();
}
