// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random sequences of simple and nestable locks, criticals and atomics over a few accounts: nothing is lost.
// run: STRESS_SEED=41 OMP_NUM_THREADS=2
// run: STRESS_SEED=42 OMP_NUM_THREADS=5
// run: STRESS_SEED=43 OMP_NUM_THREADS=9
#include <omp.h>

#include "random.h"

enum { kAccounts = 5, kSteps = 200 };

static struct {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  long guarded, nested;
} accounts[kAccounts];
static long critical, atomic_count;

// Takes the nestable lock of an account several times over before it counts.
static void count_nested(int account, int depth) {
  omp_set_nest_lock(&accounts[account].nest);
  if (depth > 0)
    count_nested(account, depth - 1);
  else
    accounts[account].nested++;
  omp_unset_nest_lock(&accounts[account].nest);
}

// Two locks in ascending order, so that no cycle of waiting can form.
static void transfer(int from, int to, long amount) {
  int low = from < to ? from : to, high = from < to ? to : from;
  omp_set_lock(&accounts[low].lock);
  if (low != high) omp_set_lock(&accounts[high].lock);
  accounts[from].guarded -= amount;
  accounts[to].guarded += amount;
  if (low != high) omp_unset_lock(&accounts[high].lock);
  omp_unset_lock(&accounts[low].lock);
}

int main(void) {
  double end = stress_end();
  for (int a = 0; a < kAccounts; a++) {
    omp_init_lock(&accounts[a].lock);
    omp_init_nest_lock(&accounts[a].nest);
  }
  long expected_nested = 0, expected_critical = 0, expected_atomic = 0;
  for (unsigned long long round = 0; seconds_now() < end; round++) {
    long nested = 0, criticals = 0, atomics = 0;
#pragma omp parallel reduction(+ : nested, criticals, atomics)
    {
      struct random random = random_stream(round * 64 + (unsigned long long)omp_get_thread_num());
      for (int step = 0; step < kSteps; step++) {
        int from = random_between(&random, 0, kAccounts - 1), to = random_between(&random, 0, kAccounts - 1);
        switch (random_between(&random, 0, 4)) {
          case 0: transfer(from, to, step); break;
          case 1:
            count_nested(from, to);
            nested++;
            break;
          case 2:
#pragma omp critical(stress)
            critical++;
            criticals++;
            break;
          case 3:
#pragma omp atomic
            atomic_count++;
            atomics++;
            break;
          default:
            if (omp_test_lock(&accounts[from].lock)) {
              accounts[from].guarded++;
              accounts[from].guarded--;
              omp_unset_lock(&accounts[from].lock);
            }
        }
        if (step % 16 == 0) random_delay(&random);
      }
    }
    expected_nested += nested;
    expected_critical += criticals;
    expected_atomic += atomics;
    long sum = 0, found_nested = 0;
    for (int a = 0; a < kAccounts; a++) {
      sum += accounts[a].guarded;
      found_nested += accounts[a].nested;
    }
    CHECK_EQUAL(sum, 0);
    CHECK_EQUAL(found_nested, expected_nested);
    CHECK_EQUAL(critical, expected_critical);
    CHECK_EQUAL(atomic_count, expected_atomic);
  }
  for (int a = 0; a < kAccounts; a++) {
    omp_destroy_lock(&accounts[a].lock);
    omp_destroy_nest_lock(&accounts[a].nest);
  }
  return finish_stress();
}
