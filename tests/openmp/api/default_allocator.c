// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run: OMP_NUM_THREADS=3 OMP_MAX_ACTIVE_LEVELS=3
// The default allocator belongs to the implicit task: explicit tasks set that of the thread that runs them, and regions inherit it.
#include <omp.h>

#include "check.h"

static omp_allocator_handle_t made[4];

static void set_in_task(int which) {
#pragma omp task if (0)
  {
    omp_set_default_allocator(made[which]);
    CHECK(omp_get_default_allocator() == made[which]);
  }
}

// What the threads of a region of `threads` have at its beginning.
static void expect_inherited(int threads, int which) {
  int wrong = 0;
#pragma omp parallel num_threads(threads) shared(wrong)
  {
    if (omp_get_default_allocator() != made[which]) hit(&wrong);
#pragma omp task if (0) shared(wrong)
    if (omp_get_default_allocator() != made[which]) hit(&wrong);
#pragma omp barrier
    omp_set_default_allocator(made[3]);
    if (omp_get_default_allocator() != made[3]) hit(&wrong);
#pragma omp barrier
  }
  CHECK_EQUAL(wrong, 0);
  CHECK(omp_get_default_allocator() == made[which]);
}

int main(void) {
  for (int i = 0; i < 4; i++) {
    omp_alloctrait_t traits[1] = {{omp_atk_alignment, (omp_uintptr_t)64 << i}};
    made[i] = omp_init_allocator(omp_default_mem_space, 1, traits);
    CHECK(made[i] != omp_null_allocator);
  }
  omp_set_default_allocator(made[0]);
  expect_inherited(3, 0);
  set_in_task(1);
  CHECK(omp_get_default_allocator() == made[1]);
  for (int lap = 0; lap < 3; lap++) {
    expect_inherited(3, 1);
    expect_inherited(1, 1);
  }

  int wrong = 0;
#pragma omp parallel num_threads(3) shared(wrong)
  {
    const int self = omp_get_thread_num();
    set_in_task(self);
    if (omp_get_default_allocator() != made[self]) hit(&wrong);
#pragma omp barrier
#pragma omp single
    for (int i = 0; i < 30; i++) {
#pragma omp task shared(wrong)
      if (omp_get_default_allocator() != made[omp_get_thread_num()]) hit(&wrong);
    }
#pragma omp parallel num_threads(2) shared(wrong)
    if (omp_get_default_allocator() != made[self]) hit(&wrong);
  }
  CHECK_EQUAL(wrong, 0);
  CHECK(omp_get_default_allocator() == made[1]);

  set_in_task(2);
  expect_inherited(2, 2);
#pragma omp teams num_teams(2) shared(wrong)
  {
#pragma omp parallel num_threads(2) shared(wrong)
    {
      if (omp_get_default_allocator() != made[2]) hit(&wrong);
      omp_set_default_allocator(made[3]);
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK(omp_get_default_allocator() == made[2]);
  omp_set_default_allocator(omp_default_mem_alloc);
  for (int i = 0; i < 4; i++) omp_destroy_allocator(made[i]);
  return finish();
}
