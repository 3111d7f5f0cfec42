// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: members of a team divide different loops
#include "misuse.h"

int main(void) {
#pragma omp parallel num_threads(2)
  {
    int count = 100;
#ifdef MISUSE
    count += omp_get_thread_num();
#endif
    use(count);
#pragma omp for schedule(dynamic, 1)  // told
    for (int i = 0; i < count; i++) use(i);
  }
  return 0;
}
