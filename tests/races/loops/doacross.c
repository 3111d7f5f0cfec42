// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An iteration waits for the one before the one that it needs.
#include "pair.h"

int main(void) {
  static long a[200];
#pragma omp parallel for ordered(1) num_threads(4) schedule(static, 1)
  for (int i = 2; i < 200; ++i) {
#ifdef RACE
#pragma omp ordered depend(sink : i - 2)
#else
#pragma omp ordered depend(sink : i - 1)
#endif
    a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
  }
  return finish(a[199]);
}
