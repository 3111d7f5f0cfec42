// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_set_schedule and omp_get_schedule: the value is the calling task's, is inherited by its regions, and is obeyed.
#include <omp.h>

#include "check.h"

enum { kCount = 200 };

static void check_schedule(omp_sched_t kind, int chunk) {
  omp_set_schedule(kind, chunk);
  omp_sched_t found;
  int found_chunk;
  omp_get_schedule(&found, &found_chunk);
  CHECK_EQUAL(found, kind);
  if (chunk > 0) CHECK_EQUAL(found_chunk, chunk);
}

int main(void) {
  check_schedule(omp_sched_static, 0);
  check_schedule(omp_sched_static, 11);
  check_schedule(omp_sched_dynamic, 3);
  check_schedule(omp_sched_guided, 9);
  check_schedule((omp_sched_t)(omp_sched_monotonic | omp_sched_dynamic), 4);
  omp_set_schedule(omp_sched_auto, 1);
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL(kind & ~(unsigned)omp_sched_monotonic, omp_sched_auto);

  omp_set_schedule(omp_sched_dynamic, 0);  // a chunk size below one means the default, which is one
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL(kind, omp_sched_dynamic);
  CHECK_EQUAL(chunk, 1);

  // static,11 is known to go round robin, so obedience shows in which thread runs what.
  omp_set_schedule(omp_sched_static, 11);
  int owner[kCount], threads = 1;
#pragma omp parallel
  {
    omp_sched_t inherited;
    int inherited_chunk;
    omp_get_schedule(&inherited, &inherited_chunk);
    CHECK_EQUAL(inherited, omp_sched_static);
    CHECK_EQUAL(inherited_chunk, 11);
#pragma omp single
    threads = omp_get_num_threads();
#pragma omp for schedule(runtime)
    for (int i = 0; i < kCount; i++) owner[i] = omp_get_thread_num();
    if (omp_get_thread_num() == 0) omp_set_schedule(omp_sched_guided, 2);
  }
  int wrong = 0;
  for (int i = 0; i < kCount; i++) wrong += owner[i] != i / 11 % threads;
  CHECK_EQUAL(wrong, 0);
  // What an implicit task sets does not outlive it, even in the thread that goes on.
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL(kind, omp_sched_static);
  CHECK_EQUAL(chunk, 11);
  return finish();
}
