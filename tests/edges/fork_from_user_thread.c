// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork() by a thread that the user made and that has run regions; the child runs regions in that thread.
// libgomp is left out: the child hangs at its first region (GCC bug 60035).
// peers: libomp
// qemu-user 7.2 itself fails when a process with threads forks.
// not-under: emulation
// LeakSanitizer does not know the threads of a forked child, and takes what glibc has allocated for the keys of one for lost.
// run: OMP_NUM_THREADS=2 ASAN_OPTIONS=detect_leaks=0
// run: OMP_NUM_THREADS=5 ASAN_OPTIONS=detect_leaks=0
#include <omp.h>
#include <pthread.h>

#include "process.h"

static void run_regions(void) {
  for (int round = 0; round < 20; round++) {
    int threads = 0;
#pragma omp parallel num_threads(3)
    hit(&threads);
    CHECK_EQUAL(threads, 3);
  }
}

static void* forker(void* unused) {
  (void)unused;
  run_regions();
  CHECK_EQUAL(exit_code(status_of_child(run_regions)), 0);
  run_regions();
  return NULL;
}

int main(void) {
  run_regions();
  for (int round = 0; round < 3; round++) {
    pthread_t thread;
    CHECK_EQUAL(pthread_create(&thread, NULL, forker, NULL), 0);
    pthread_join(thread, NULL);
  }
  run_regions();
  return finish();
}
