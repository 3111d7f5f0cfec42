// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: cancel construct.* without effect
// set: OMP_CANCELLATION=false
// set-clean: OMP_CANCELLATION=true
#include "misuse.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp cancel parallel  // told
    use(1);
  }
  return 0;
}
