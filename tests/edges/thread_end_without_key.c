// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program has taken all keys there are, so the runtime cannot have the last of them. Threads that end leave nothing behind all the
// same, unless their first region is in the destructor of a key; but nobody looks at what has been unmapped then either.
// libomp 19 ends the program. AddressSanitizer finds what glibc has allocated for thread_local destructors that it did not call.
// not-under: address
// peers: libgomp
// run: OMP_NUM_THREADS=3
#include <limits.h>
#include <omp.h>
#include <pthread.h>

#include "process.h"

enum { kSize = 3, kThreads = 20 };

static void run_region(void) {
  int threads = 0;
#pragma omp parallel num_threads(kSize)
  {
    hit(&threads);
#pragma omp barrier
  }
  CHECK_EQUAL(threads, kSize);
}

static void* run_regions(void* unused) {
  for (int round = 0; round < 20; round++) run_region();
  return unused;
}

static pthread_key_t own_key;

static void end_of_key(void* value) {
  (void)value;
  run_region();
}

static void* set_key(void* unused) {
  CHECK_EQUAL(pthread_setspecific(own_key, &own_key), 0);
  return unused;
}

static void run_threads(void* (*body)(void*)) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  // glibc keeps stacks of up to 40 MB in all for the next thread; larger ones are unmapped at once, and what looks there faults.
  CHECK_EQUAL(pthread_attr_setstacksize(&attributes, (size_t)64 << 20), 0);
  for (int t = 0; t < kThreads; t++) {
    pthread_t thread;
    CHECK_EQUAL(pthread_create(&thread, &attributes, body, NULL), 0);
    pthread_join(thread, NULL);
    run_regions(NULL);
  }
  pthread_attr_destroy(&attributes);
}

int main(void) {
  int before = threads_at_start();
  CHECK_EQUAL(pthread_key_create(&own_key, end_of_key), 0);
  pthread_key_t key;
  int keys = 1;
  while (pthread_key_create(&key, NULL) == 0) keys++;
  CHECK(keys > PTHREAD_KEYS_MAX / 2);
  run_threads(run_regions);
  // Main's own workers, and those of an ended thread.
  CHECK(threads_after_waiting_for(before + 2 * (kSize - 1)) <= before + 2 * (kSize - 1));
  run_threads(set_key);
  return finish();
}
