// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cancelled taskgroup discards tasks that have not begun, also those of tasks and of groups inside, and ends; later groups are whole.
// peers: libgomp
// run: OMP_NUM_THREADS=1 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true
// run: OMP_NUM_THREADS=6 OMP_CANCELLATION=true
#include <omp.h>

#include "check.h"

enum { kTasks = 100 };

static int after_cancel, begun, finished;

static void search(int depth) {
  if (depth < -1000) return;
#pragma omp task
  {
    hit(&begun);
#pragma omp cancellation point taskgroup
    if (depth == 0) {
#pragma omp cancel taskgroup
      hit(&after_cancel);
    }
    search(depth - 1);
    search(depth - 1);
    hit(&finished);
  }
}

int main(void) {
  if (!omp_get_cancellation()) skip("OMP_CANCELLATION=true did not set the ICV");
  for (int round = 0; round < 30; round++) {
    int whole = 0, late = 0;
    begun = finished = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
      search(12);  // endless but for the cancellation
#pragma omp taskgroup
      for (int i = 0; i < kTasks; i++) {
#pragma omp task shared(whole)
        hit(&whole);
      }
      if (whole != kTasks) hit(&late);
    }
    CHECK_EQUAL(late, 0);
    CHECK(begun >= 13);
    CHECK(finished <= begun);
  }
  CHECK_EQUAL(after_cancel, 0);
  return finish();
}
