// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: ordered construct.* in a loop without the ordered clause
#include "misuse.h"

static NOINLINE void step(int i) {
#pragma omp ordered  // told
  use(i);
}

#ifdef MISUSE
#define CLAUSE
#else
#define CLAUSE ordered
#endif

int main(void) {
#pragma omp parallel for num_threads(2) schedule(dynamic, 1) CLAUSE
  for (int i = 0; i < 4; i++) step(i);
  return 0;
}
