// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: dependences of all 200 tasks made.* are one chain
#include "misuse.h"

static int values[200];

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 200; i++) {
    use(i);
#ifdef MISUSE
#pragma omp task depend(inout : values[0])  // told
#else
#pragma omp task depend(inout : values[i % 2])
#endif
    use(i);
  }
  return 0;
}
