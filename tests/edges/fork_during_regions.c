// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork() while other root threads are in the midst of forking teams, taking locks and ending: the child has none of these
// threads, and whatever the runtime had locked at that moment must not stop its regions.
// libgomp is left out: the child hangs at its first region (GCC bug 60035).
// peers: libomp
// qemu-user 7.2 itself fails when a process with threads forks. In the child, LeakSanitizer finds what libc keeps for threads
// that the child does not have.
// not-under: emulation address
#include <omp.h>
#include <pthread.h>

#include "process.h"

static int stop;

static void* busy_root(void* argument) {
  int size = 2 + (int)(long)argument;
  while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
    int threads = 0;
#pragma omp parallel num_threads(size)
    {
      hit(&threads);
#pragma omp critical(other_roots)
      work(10);
    }
    CHECK_EQUAL(threads, size);
  }
  return NULL;
}

static void run_regions(void) {
  for (int round = 0; round < 5; round++) {
    int threads = 0;
#pragma omp parallel num_threads(3)
    {
      hit(&threads);
#pragma omp critical
      work(10);
    }
    CHECK_EQUAL(threads, 3);
  }
}

int main(void) {
  run_regions();
  pthread_t roots[2];
  for (long r = 0; r < 2; r++) CHECK_EQUAL(pthread_create(&roots[r], NULL, busy_root, (void*)r), 0);
  for (int child = 0; child < 20; child++) {
    sleep_milliseconds(2);
    CHECK_EQUAL(exit_code(status_of_child(run_regions)), 0);
  }
  __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  for (int r = 0; r < 2; r++) pthread_join(roots[r], NULL);
  run_regions();
  return finish();
}
