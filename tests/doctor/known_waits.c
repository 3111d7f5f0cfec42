// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In each of 20 rounds one thread has a lock for 5 ms, and then is in a critical construct for 5 ms, while the other one waits for it.
#include <omp.h>
#include <stdatomic.h>

#include "programs/work.h"

enum { kRounds = 20, kHeld_us = 5000 };

static _Atomic int inside;

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  const double begin_ns = now_ns();
#pragma omp parallel num_threads(2)
  for (int round = 1; round <= kRounds; ++round) {
    const int is_first = omp_get_thread_num() == 0;
    if (is_first) {
      omp_set_lock(&lock);
    }
#pragma omp barrier
    if (is_first) {
      pass_us(kHeld_us);
    } else {
      omp_set_lock(&lock);
    }
    omp_unset_lock(&lock);
    // Or the first thread might take it again before the other one has had it, which would then never come to the next barrier.
#pragma omp barrier
    while (!is_first && atomic_load(&inside) != round) {
    }
#pragma omp critical(known)
    if (is_first) {
      atomic_store(&inside, round);
      pass_us(kHeld_us);
    }
  }
  omp_destroy_lock(&lock);
  return tell(begin_ns);
}
