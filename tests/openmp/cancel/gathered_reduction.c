// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions whose combiner follows a pointer, in regions that a thread cancels before it comes there: nothing is combined that a thread does not
// have. libomp waits for the thread that has left.
// peers: libgomp
// run: OMP_NUM_THREADS=2 OMP_CANCELLATION=true KMP_FORCE_REDUCTION=tree
// run: OMP_NUM_THREADS=5 OMP_CANCELLATION=true KMP_FORCE_REDUCTION=tree
// run: OMP_NUM_THREADS=12 OMP_CANCELLATION=true
#include <omp.h>

#include "check.h"

enum { kRounds = 300, kStale = 64 };

typedef struct {
  int* at;
  int value;
} Sum;

static void combine(Sum* out, const Sum* in) {
  out->value += *in->at;
  *out->at = out->value;
}
#pragma omp declare reduction(follow:Sum : combine(&omp_out, &omp_in)) initializer(omp_priv = (Sum){0, 0})

__attribute__((noinline)) static void overwrite_stack(int value) {
  volatile long stale[kStale];
  for (int i = 0; i < kStale; i++) stale[i] = value;
}

static void region(int size, int who, int round) {
  int start = 0, mine = 1;
  Sum sum = {&start, 0};
#pragma omp parallel num_threads(size) firstprivate(mine)
  {
    int me = omp_get_thread_num();
    overwrite_stack(me + 1);
    if (me == who) {
      work(100 * (round % 7));
#pragma omp cancel parallel
    }
    // An iteration a thread, so that each has what its pointer shows at.
#pragma omp for schedule(static) reduction(follow : sum)
    for (int i = 0; i < size; i++) {
      sum.at = &mine;
      sum.value = 1;
    }
    overwrite_stack(me + 1);
  }
  if (who < 0) CHECK_EQUAL(sum.value, size);
}

int main(void) {
  if (!omp_get_cancellation()) skip("OMP_CANCELLATION=true did not set the ICV");
  int size = requested_threads();
  for (int round = 0; round < kRounds; round++) region(size, round % 4 == 3 ? -1 : round % size, round);
  return finish();
}
