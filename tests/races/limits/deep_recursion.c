// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each task waits for the one that it has made: more are begun and not over than ThreadSanitizer has room for.
// modes: deep (one thread runs all of them)
// says: muster: 4096 tasks have begun and not ended
// slow: gcc (its fibers take milliseconds)
#include "pair.h"

enum { kDepth = 4600 };

static long sum;

static void descend(int depth) {
  if (depth == 0) return;
#pragma omp task
  descend(depth - 1);
#ifdef RACE
  // Its child's child may do so at the same time.
  sum += 1;
#pragma omp taskwait
#else
#pragma omp taskwait
  sum += 1;
#endif
}

int main(void) {
#pragma omp parallel num_threads(1)
  descend(kDepth);
  return finish(sum);
}
