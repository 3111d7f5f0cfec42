// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thousands of addresses at all distances, named by tasks that are still to come: each task waits for its own predecessor and all values are right.
#include <omp.h>
#include <stddef.h>
#include <sys/mman.h>

#include "check.h"

enum { kAddresses = 3000, kRounds = 4 };

static int values[kAddresses], wrong;

static void visit(int number, int round) {
  if (values[number] != round) hit(&wrong);
  values[number] = round + 1;
}

// Nothing is ever read or written there.
static void at_distance(const char* start, size_t distance) {
  for (int i = 0; i < kAddresses; i++) values[i] = 0;
  int gate = 0;
  (void)start;
  // The first hold the others up, so that many addresses are in use at once.
#pragma omp task depend(out : gate) shared(gate)
  {
    work(20000);
    gate = 1;
  }
  for (int round = 0; round < kRounds; round++) {
    for (int i = 0; i < kAddresses; i++) {
#pragma omp task depend(inout : start[(size_t)i * distance]) depend(in : gate) firstprivate(i, round)
      visit(i, round);
    }
  }
#pragma omp taskwait
  for (int i = 0; i < kAddresses; i++)
    if (values[i] != kRounds || gate != 1) hit(&wrong);
}

int main(void) {
  const size_t distances[] = {1, 8, 24, 64, 512, 4096, 4104, 32768, 1 << 20};
  const size_t most = (size_t)kAddresses << 20;
  const char* start = mmap(NULL, most, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) skip("no 3 GB of addresses");
#pragma omp parallel
#pragma omp single
  for (unsigned i = 0; i < sizeof distances / sizeof distances[0]; i++) at_distance(start, distances[i]);
  CHECK_EQUAL(wrong, 0);
  return finish();
}
