// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that the user creates starts with the initial values, whatever another one has set, and keeps its own.
// run: OMP_NUM_THREADS=4 OMP_SCHEDULE=dynamic,6
#include <omp.h>
#include <pthread.h>

#include "check.h"

static void* root(void* argument) {
  int mine = 1 + (int)(long)argument;
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL(omp_get_max_threads(), 4);
  CHECK_EQUAL(kind & ~(unsigned)omp_sched_monotonic, omp_sched_dynamic);
  CHECK_EQUAL(chunk, 6);
  CHECK_EQUAL(omp_get_dynamic(), 0);
  omp_set_num_threads(mine);
  for (int round = 0; round < 20; round++) {
#pragma omp parallel
    CHECK_EQUAL(omp_get_num_threads(), mine);
  }
  return NULL;
}

int main(void) {
  omp_set_num_threads(2);
  omp_set_schedule(omp_sched_static, 1);
  omp_set_dynamic(1);
  for (int wave = 0; wave < 3; wave++) {
    pthread_t threads[4];
    for (long r = 0; r < 4; r++) CHECK_EQUAL(pthread_create(&threads[r], NULL, root, (void*)r), 0);
    for (int r = 0; r < 4; r++) pthread_join(threads[r], NULL);
  }
  CHECK_EQUAL(omp_get_max_threads(), 2);
  return finish();
}
