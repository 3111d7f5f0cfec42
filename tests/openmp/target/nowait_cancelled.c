// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target regions with nowait that are discarded with their taskgroup leave no copies of their firstprivate data.
// run: OMP_CANCELLATION=true OMP_NUM_THREADS=2
// compilers: gcc
// peers: none (libgomp runs such regions at once where there is no device; Clang makes tasks of them itself)
#include <malloc.h>
#include <omp.h>

#include "check.h"

enum { kRegions = 100, kRounds = 20, kWords = 512 };

// How many of the regions were discarded.
static int make_in_vain(void) {
  int ran = 0, before = 0;
#pragma omp parallel
#pragma omp single
  {
    long words[kWords];
    for (int i = 0; i < kWords; i++) words[i] = i;
#pragma omp taskgroup
    {
      omp_event_handle_t event;
#pragma omp task detach(event) depend(out : before)
      {
      }
      for (int region = 0; region < kRegions; region++) {
#pragma omp target nowait firstprivate(words) map(ran) depend(in : before)
        if (words[kWords - 1] == kWords - 1) hit(&ran);
      }
#pragma omp task if (0)
      {
#pragma omp cancel taskgroup
      }
      omp_fulfill_event(event);
    }
  }
  return kRegions - ran;
}

int main(void) {
  make_in_vain();
  const size_t before = mallinfo2().uordblks;
  int discarded = 0;
  for (int round = 0; round < kRounds; round++) discarded += make_in_vain();
  const size_t after = mallinfo2().uordblks;
  CHECK_EQUAL(discarded, kRegions * kRounds);
  CHECK(after < before + (size_t)discarded * kWords * sizeof(long) / 2);
  return finish();
}
