// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// schedule(static) hands each thread at most one contiguous piece, in thread order; schedule(static, chunk) goes round robin.
// The same loop bounds give the same pieces again, so a nowait loop may rely on what its own thread did before.
#include <omp.h>

#include "check.h"

enum { kMost = 400 };

static int owner[kMost];

static void check_pieces(int count, int threads) {
  int pieces[64] = {0}, largest = 0, smallest = count;
  for (int i = 0; i < count; i++) {
    pieces[owner[i]]++;
    if (i > 0) CHECK(owner[i] >= owner[i - 1]);
  }
  for (int t = 0; t < threads; t++) {
    if (pieces[t] > largest) largest = pieces[t];
    if (pieces[t] < smallest) smallest = pieces[t];
  }
  // "Approximately equal": no thread has more than the rounded-up share.
  CHECK_EQUAL(largest, (count + threads - 1) / threads);
}

int main(void) {
  int threads = requested_threads();
  for (int count = 1; count < kMost; count += 13) {
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
      for (int i = 0; i < count; i++) owner[i] = omp_get_thread_num();
#pragma omp for schedule(static) nowait
      for (int i = 0; i < count; i++) CHECK_EQUAL(owner[i], omp_get_thread_num());
    }
    check_pieces(count, threads);
    for (int chunk = 1; chunk < 12; chunk += 3) {
#pragma omp parallel
      {
#pragma omp for schedule(static, chunk)
        for (int i = 0; i < count; i++) owner[i] = omp_get_thread_num();
      }
      int wrong = 0;
      for (int i = 0; i < count; i++) wrong += owner[i] != i / chunk % threads;
      CHECK_EQUAL(wrong, 0);
    }
  }
  return finish();
}
