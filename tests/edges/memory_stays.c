// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thousands of regions of changing and nested sizes, loops, singles and roots: memory in use and threads stay where they were.
// run: OMP_NUM_THREADS=4
#include <omp.h>
#include <pthread.h>

#include "process.h"

static int total;

static void many_things(int rounds) {
  for (int round = 0; round < rounds; round++) {
    int size = 1 + round % 5;
#pragma omp parallel num_threads(size)
    {
#pragma omp for schedule(dynamic) nowait
      for (int i = 0; i < 20; i++) hit(&total);
#pragma omp single nowait
      hit(&total);
#pragma omp for schedule(guided) ordered
      for (int i = 0; i < 3; i++) {
#pragma omp ordered
        hit(&total);
      }
      if (round % 20 == 0) {
#pragma omp parallel num_threads(2)
        hit(&total);
      }
    }
  }
}

static void* root(void* unused) {
  (void)unused;
  many_things(20);
  return NULL;
}

static void with_roots(int rounds) {
  for (int round = 0; round < rounds; round++) {
    pthread_t threads[2];
    for (int t = 0; t < 2; t++) CHECK_EQUAL(pthread_create(&threads[t], NULL, root, NULL), 0);
    for (int t = 0; t < 2; t++) pthread_join(threads[t], NULL);
  }
}

int main(void) {
  omp_set_max_active_levels(2);
  many_things(200);
  with_roots(10);
  long memory = resident_kib();
  int threads = threads_of_process();
  many_things(emulated() ? 100 : 600);
  with_roots(emulated() ? 5 : 40);
  // Allocators keep some slack; a leak of a KiB a region would be larger than this.
  CHECK(resident_kib() - memory < memory_slack_kib());
  CHECK(threads_after_waiting_for(threads + 8) <= threads + 8);
  CHECK(total > 0);
  return finish();
}
