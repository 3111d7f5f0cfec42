// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: has 2 threads, but asks for 5
// set: OMP_THREAD_LIMIT=2
#include "misuse.h"

#ifdef MISUSE
enum { kWanted = 5 };
#else
enum { kWanted = 2 };
#endif

int main(void) {
#pragma omp parallel num_threads(kWanted)  // told
  use(1);
  return 0;
}
