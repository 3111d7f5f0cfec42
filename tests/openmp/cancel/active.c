// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With OMP_CANCELLATION=true a cancelled construct ends early for every thread, and what comes after it is whole.
// libomp 19 is left out: it ends in an assertion when a dynamic loop is cancelled.
// peers: libgomp
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=5 OMP_CANCELLATION=true
#include <omp.h>

#include "check.h"

enum { kCount = 1000 };

static void cancel_region(int size) {
  int ended = 0, passed = 0;
#pragma omp parallel
  {
    hit(&ended);
    if (omp_get_thread_num() == size - 1) {
#pragma omp cancel parallel
    }
    // A barrier is a cancellation point: nobody gets past it, for one thread never arrives.
#pragma omp barrier
    hit(&passed);
  }
  CHECK_EQUAL(ended, size);
  CHECK_EQUAL(passed, 0);
}

static void cancel_loop(void) {
  int ran = 0, passed = 0, after = 0, loops = 0;
#pragma omp parallel
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < kCount; i++) {
      hit(&ran);
#pragma omp cancel for if (i == 3)
      if (i == 3) hit(&passed);
      // The others must not run through the loop while the thread that cancels it has no CPU: they wait to be told.
      while (i > 3) {
#pragma omp cancellation point for
      }
    }
    hit(&after);
    // The next loop is a new one.
#pragma omp for schedule(static)
    for (int i = 0; i < 50; i++) hit(&loops);
  }
  CHECK(ran >= 4 && ran < 4 + requested_threads());
  CHECK_EQUAL(passed, 0);
  CHECK_EQUAL(after, requested_threads());
  CHECK_EQUAL(loops, 50);
}

static void cancel_sections(void) {
  int after = 0, forbidden = 0;
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp cancel sections
        hit(&forbidden);
      }
    }
    hit(&after);
  }
  CHECK_EQUAL(after, requested_threads());
  CHECK_EQUAL(forbidden, 0);
}

static void cancel_taskgroup(void) {
  int forbidden = 0, done = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp cancel taskgroup
        hit(&forbidden);
      }
#pragma omp taskwait
#pragma omp task
      {
#pragma omp cancellation point taskgroup
        hit(&forbidden);
      }
    }
    hit(&done);
  }
  CHECK_EQUAL(forbidden, 0);
  CHECK_EQUAL(done, 1);
}

int main(void) {
  if (!omp_get_cancellation()) skip("this runtime does not cancel: OMP_CANCELLATION=true did not set the ICV");
  for (int round = 0; round < 20; round++) {
    cancel_region(requested_threads());
    cancel_loop();
    cancel_sections();
    cancel_taskgroup();
  }
  return finish();
}
