// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: has 1 thread, but asks for 2
// set: OMP_MAX_ACTIVE_LEVELS=1
#include "misuse.h"

#ifndef MISUSE
#define CLAUSE
#else
#define CLAUSE num_threads(2)
#endif

int main(void) {
#pragma omp parallel num_threads(2)
  {
    use(0);
#pragma omp parallel CLAUSE  // told
    use(1);
    use(2);
  }
  return 0;
}
