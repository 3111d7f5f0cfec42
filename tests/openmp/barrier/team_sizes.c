// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers in teams of 1 to 17 and of 33 threads: nobody leaves before the last one has come.
// run: OMP_NUM_THREADS=1
#include <omp.h>

#include "check.h"

static void check_team(int size) {
  int arrived = 0, early = 0;
  enum { kEpisodes = 25 };
#pragma omp parallel num_threads(size)
  for (int episode = 1; episode <= kEpisodes; episode++) {
    hit(&arrived);
#pragma omp barrier
    if (__atomic_load_n(&arrived, __ATOMIC_RELAXED) < episode * size) hit(&early);
  }
  CHECK_EQUAL(early, 0);
  CHECK_EQUAL(arrived, size * kEpisodes);
}

int main(void) {
  for (int size = 1; size <= 17; size++) check_team(size);
  check_team(33);
  for (int size = 17; size >= 1; size -= 3) check_team(size);
  return finish();
}
