// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Teams of random size at random numbers of barriers, with threads moved apart: plain data written before a barrier is read
// by everybody after it.
// run: STRESS_SEED=1
// run: STRESS_SEED=2 OMP_WAIT_POLICY=passive
// run: STRESS_SEED=3 OMP_WAIT_POLICY=active
#include <omp.h>

#include "random.h"

enum { kMost = 12 };

static struct {
  long value;
  char padding[56];
} slots[kMost];

int main(void) {
  double end = stress_end();
  long regions = 0;
  for (unsigned long long round = 0; seconds_now() < end; round++) {
    struct random random = random_stream(round);
    int size = random_between(&random, 1, kMost), episodes = random_between(&random, 1, 30);
    long wrong = 0;
#pragma omp parallel num_threads(size) reduction(+ : wrong)
    {
      int me = omp_get_thread_num();
      struct random mine = random_stream(round * kMost + (unsigned long long)me + 7777);
      for (int episode = 0; episode < episodes; episode++) {
        random_delay(&mine);
        slots[me].value = (long)round * 1000 + episode * 31 + me;
#pragma omp barrier
        for (int other = 0; other < size; other++)
          wrong += slots[other].value != (long)round * 1000 + episode * 31 + other;
#pragma omp barrier
      }
    }
    if (wrong) CHECK_EQUAL(wrong, 0);
    regions++;
  }
  CHECK(regions > 0);
  return finish_stress();
}
