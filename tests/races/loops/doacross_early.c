// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An iteration says that it is done before it has written.
#include "pair.h"

int main(void) {
  static long a[200];
#pragma omp parallel for ordered(1) num_threads(4) schedule(static, 1)
  for (int i = 1; i < 200; ++i) {
#pragma omp ordered depend(sink : i - 1)
#ifdef RACE
#pragma omp ordered depend(source)
    a[i] = a[i - 1] + 1;
#else
    a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
#endif
  }
  return finish(a[199]);
}
