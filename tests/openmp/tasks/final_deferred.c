// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A final task may be deferred like any other; its children are run at once. The final tasks wait for what only their maker does
// afterwards, so they must be run by others, or later.
// run: OMP_NUM_THREADS=2
// run: OMP_NUM_THREADS=4
#include <omp.h>

#include "check.h"

enum { kTasks = 20 };

int main(void) {
  int open = 0, ran = 0, wrong = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kTasks; i++) {
#pragma omp task final(1) shared(open, ran, wrong)
      {
        while (__atomic_load_n(&open, __ATOMIC_ACQUIRE) == 0) work(100);
        int child = 0;
#pragma omp task shared(child, wrong)
        {
          child = 1;
          if (!omp_in_final()) hit(&wrong);
        }
        if (child != 1 || !omp_in_final()) hit(&wrong);
        hit(&ran);
      }
    }
    __atomic_store_n(&open, 1, __ATOMIC_RELEASE);
#pragma omp taskwait
    CHECK_EQUAL(ran, kTasks);
  }
  CHECK_EQUAL(wrong, 0);
  return finish();
}
