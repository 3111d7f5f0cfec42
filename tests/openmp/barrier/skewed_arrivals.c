// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrivals far apart, by work and by sleep, with a different last thread each time: waiting threads may be parked.
#include <omp.h>
#include <unistd.h>

#include "check.h"

enum { kEpisodes = 60 };

int main(void) {
  int arrived = 0, early = 0;
#pragma omp parallel
  {
    int me = omp_get_thread_num(), size = omp_get_num_threads();
    for (int episode = 1; episode <= kEpisodes; episode++) {
      if (me == episode % size) {
        if (episode % 3 == 0)
          usleep(3000);
        else
          work(episode % 3 * 100000);
      }
      hit(&arrived);
#pragma omp barrier
      if (__atomic_load_n(&arrived, __ATOMIC_RELAXED) < episode * size) hit(&early);
    }
  }
  CHECK_EQUAL(early, 0);
  CHECK_EQUAL(arrived, kEpisodes * requested_threads());
  return finish();
}
