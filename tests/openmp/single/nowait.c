// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thousands of singles without a barrier between them: each is taken by one thread, however far the threads drift apart.
#include <omp.h>

#include "check.h"

enum { kSingles = 5000 };

int main(void) {
  static int ran[kSingles];
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) work(500000);
    for (int s = 0; s < kSingles; s++) {
#pragma omp single nowait
      hit(&ran[s]);
    }
  }
  int wrong = 0;
  for (int s = 0; s < kSingles; s++) wrong += ran[s] != 1;
  CHECK_EQUAL(wrong, 0);
  return finish();
}
