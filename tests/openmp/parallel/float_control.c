// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Workers compute as the primary thread does when the region begins: in code of Clang in each region, as on libomp, and in code of GCC in the first one of each
// worker, which libgomp makes then. Neither is asked of them by the specification, and on libomp on x86-64 alone. Workers that another thread of
// the program had before compute in no other way.
// link: -lm
// The emulated machine is no x86-64, where there is nothing to check.
// not-under: emulation
#include <fenv.h>
#include <omp.h>
#include <pthread.h>

#include "check.h"

#if defined(__x86_64__)
#define COMPUTES_AS_ON_PEER 1
#else
#define COMPUTES_AS_ON_PEER 0
#endif

static void check_all_round(int mode, int threads) {
  int others = 0;
#pragma omp parallel num_threads(threads) reduction(+ : others)
  others += fegetround() != mode;
  CHECK_EQUAL(others, 0);
}

static void* have_workers(void* unused) {
  (void)unused;
  fesetround(FE_UPWARD);
  check_all_round(FE_UPWARD, 4);
#pragma omp parallel num_threads(4)
  fesetround(FE_TOWARDZERO);
  return NULL;
}

int main(void) {
  if (!COMPUTES_AS_ON_PEER) return finish();
  // Its workers are free when it has ended.
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, NULL, have_workers, NULL), 0);
  pthread_join(thread, NULL);
  check_all_round(FE_TONEAREST, 4);
  fesetround(FE_DOWNWARD);
  check_all_round(FE_DOWNWARD, 1);
#if defined(__clang__)
  check_all_round(FE_DOWNWARD, 4);
  fesetround(FE_UPWARD);
  check_all_round(FE_UPWARD, 6);
  check_all_round(FE_UPWARD, 2);
  fesetround(FE_TONEAREST);
  check_all_round(FE_TONEAREST, 6);
  // What a worker has set itself lasts no longer than its region.
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num() != 0) fesetround(FE_TOWARDZERO);
  }
  check_all_round(FE_TONEAREST, 4);
  // Each thread of a region gives its own to the workers of regions inside.
  omp_set_max_active_levels(2);
  static const int modes[2] = {FE_UPWARD, FE_TOWARDZERO};
#pragma omp parallel num_threads(2)
  {
    fesetround(modes[omp_get_thread_num()]);
    check_all_round(modes[omp_get_thread_num()], 3);
    fesetround(FE_TONEAREST);
    check_all_round(FE_TONEAREST, 3);
  }
  // Teams of a league, and their regions.
  fesetround(FE_DOWNWARD);
  int others = 0;
#pragma omp teams num_teams(2) reduction(+ : others)
  {
    others += fegetround() != FE_DOWNWARD;
    check_all_round(FE_DOWNWARD, 2);
  }
  CHECK_EQUAL(others, 0);
#endif
  return finish();
}
