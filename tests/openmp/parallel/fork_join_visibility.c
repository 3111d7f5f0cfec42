// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the primary thread wrote before a region is seen in it, and what the team wrote is seen after it, without atomics.
#include <omp.h>

#include "check.h"

enum { kMost = 64, kEpisodes = 3000 };

int main(void) {
  int size = requested_threads();
  long given = 0, answers[kMost] = {0};
  long wrong = 0;
  for (long episode = 1; episode <= kEpisodes; episode++) {
    given = episode;
#pragma omp parallel
    answers[omp_get_thread_num()] = given * 3;
    for (int i = 0; i < size; i++) wrong += answers[i] != episode * 3;
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(answers[size - 1], kEpisodes * 3);
  return finish();
}
