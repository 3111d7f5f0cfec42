// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that allocates some blocks before each region and frees them after it gets the same memory again: it does not fault on each
// page each time. Where the user has limited what the heap may keep, it does.
// libgomp 12 leaves glibc's limit as it is: a fault a page.
// peers: libomp
// Sanitizers have heaps of their own, and an emulator faults for itself.
// not-under: address thread emulation
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=5
// run: OMP_NUM_THREADS=2 MALLOC_TRIM_THRESHOLD_=131072
#include <omp.h>
#include <sys/resource.h>

#include "check.h"

enum { kBlocks = 4, kBytes = 100000, kPage = 4096, kRounds = 1000, kWarmUp = 10 };

static long faults(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_minflt : -1;
}

static void allocate_and_free(void) {
  char* blocks[kBlocks];
  for (int b = 0; b < kBlocks; b++) blocks[b] = malloc(kBytes);
#pragma omp parallel for
  for (int b = 0; b < kBlocks; b++) {
    for (int i = 0; i < kBytes; i += kPage) blocks[b][i] = (char)b;
  }
  for (int b = kBlocks; b-- > 0;) {
    CHECK_EQUAL(blocks[b][0], b);
    free(blocks[b]);
  }
}

int main(void) {
  // What the threads' creation allocates must not lie above the blocks.
  int threads = 0;
#pragma omp parallel
  hit(&threads);
  CHECK_EQUAL(threads, requested_threads());
  for (int round = 0; round < kWarmUp; round++) allocate_and_free();
  long before = faults();
  for (int round = 0; round < kRounds; round++) allocate_and_free();
  long in_all = faults() - before;
  // Less than one in ten rounds; a hundred pages are touched in each.
  if (getenv("MALLOC_TRIM_THRESHOLD_")) {
    CHECK(in_all > kRounds);
  } else {
    CHECK(in_all < kRounds / 10);
  }
  return finish();
}
