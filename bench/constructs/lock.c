// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_set_lock and omp_unset_lock of one lock that all threads contend for; counted as in critical.c.
#include <omp.h>

#include "exclusion.h"
#include "harness.h"

static long timed(int threads, long count) {
  // A line of its own: what else happens to lie beside the lock must not be measured.
  static _Alignas(kSlotBytes) omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel
  {
    struct slot* mine = &bench_slots[omp_get_thread_num()];
    for (long i = 0; i < count; ++i) {
      omp_set_lock(&lock);
      bench_body(mine);
      omp_unset_lock(&lock);
    }
  }
  omp_destroy_lock(&lock);
  return bench_ticks(threads);
}

static const char* check(int threads) {
  const long each = 400 / threads + 20;
  struct exclusion state = {0};
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel
  {
#pragma omp barrier
    for (long i = 0; i < each; ++i) {
      omp_set_lock(&lock);
      exclusion_visit(&state);
      omp_unset_lock(&lock);
    }
  }
  omp_destroy_lock(&lock);
  return exclusion_verdict(&state, each * threads);
}

const struct construct lock_construct = {
    .name = "lock",
    .title = "lock",
    .serial = true,
    .timed = timed,
    .expected = bench_each_thread_once,
    .check = check,
};
