// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads are on the CPUs that OpenMP 5.2, 10.1.3 gives them: clauses, lists of policies, nesting, more threads than places.
// run: OMP_PLACES={0}:8
// run: OMP_PLACES=threads OMP_PROC_BIND=true
// run: OMP_PLACES={0},{1},{2:1},3,4,5,{6},{7} OMP_PROC_BIND=close
// peers: none
// Why: the peers ask the kernel in other ways than the calls that this program takes over.
#include "eight_cpus.h"

#include <omp.h>

#include "check.h"

// The place of each thread, as a digit.
static void expect_places(const char* expected, int threads, omp_proc_bind_t bind) {
  int places[32];
  int size = 0;
#define REGION                                                   \
  {                                                              \
    int place = omp_get_place_num();                             \
    CHECK(place >= 0 && cpus_of_caller() == 1u << place);        \
    places[omp_get_thread_num()] = place;                        \
    if (omp_get_thread_num() == 0) size = omp_get_num_threads(); \
  }
  if (bind == omp_proc_bind_close) {
#pragma omp parallel num_threads(threads) proc_bind(close)
    REGION
  } else if (bind == omp_proc_bind_spread) {
#pragma omp parallel num_threads(threads) proc_bind(spread)
    REGION
  } else if (bind == omp_proc_bind_master) {
#pragma omp parallel num_threads(threads) proc_bind(master)
    REGION
  } else {
#pragma omp parallel num_threads(threads)
    REGION
  }
  CHECK_EQUAL(size, threads);
  for (int i = 0; i < size; i++) CHECK_EQUAL(places[i], expected[i] - '0');
}

static void check_partition(int first, int count) {
  int numbers[kCpus];
  CHECK_EQUAL(omp_get_partition_num_places(), count);
  omp_get_partition_place_nums(numbers);
  for (int i = 0; i < omp_get_partition_num_places(); i++) CHECK_EQUAL(numbers[i], first + i);
}

static void nested(void) {
  omp_set_max_active_levels(3);
#pragma omp parallel num_threads(4) proc_bind(spread)
  {
    int self = omp_get_thread_num();
    CHECK_EQUAL(omp_get_place_num(), 2 * self);
    check_partition(2 * self, 2);
    CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_spread);
#pragma omp parallel num_threads(2) proc_bind(close)
    {
      CHECK_EQUAL(omp_get_place_num(), 2 * self + omp_get_thread_num());
      CHECK_EQUAL(cpus_of_caller(), 1u << omp_get_place_num());
      check_partition(2 * self, 2);
    }
#pragma omp parallel num_threads(3) proc_bind(master)
    CHECK_EQUAL(omp_get_place_num(), 2 * self);
#pragma omp parallel num_threads(4) proc_bind(spread)
    {
      CHECK_EQUAL(omp_get_place_num(), 2 * self + omp_get_thread_num() / 2);
      check_partition(omp_get_place_num(), 1);
    }
    CHECK_EQUAL(cpus_of_caller(), 1u << 2 * self);
  }
}

int main(void) {
  CHECK_EQUAL(omp_get_num_places(), 8);
  CHECK_EQUAL(omp_get_num_procs(), 8);
  CHECK_EQUAL(omp_get_place_num(), 0);
  for (int round = 0; round < 3; round++) {
    expect_places("0246", 4, omp_proc_bind_spread);
    expect_places("0123", 4, omp_proc_bind_close);
    expect_places("0000", 4, omp_proc_bind_master);
    expect_places("02467", 5, omp_proc_bind_spread);
    expect_places("00112233445567", 14, omp_proc_bind_close);
    expect_places("0011223344556677", 16, omp_proc_bind_spread);
    expect_places("01234567", 8, omp_proc_bind_false);
    nested();
  }
  check_partition(0, 8);
  return finish();
}
