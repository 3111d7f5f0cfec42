// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A target region ends when all tasks that were made in it are complete (OpenMP 5.2, 1.3), so with nowait its target task does.
// run: OMP_NUM_THREADS=3
// run: OMP_NUM_THREADS=3 LIBOMP_USE_HIDDEN_HELPER_TASK=0
// peers: libgomp (libomp takes the tasks for those of the code around the region, and waits for none)
#include <omp.h>
#include <unistd.h>

#include "check.h"

int main(void) {
  int own = 0, descendant = 0;
#pragma omp parallel shared(own, descendant)
#pragma omp single
  {
#pragma omp target map(tofrom : own, descendant) nowait
    {
#pragma omp task shared(own, descendant)
      {
#pragma omp task shared(descendant)
        {
          usleep(20000);
#pragma omp atomic write
          descendant = 1;
        }
        usleep(10000);
#pragma omp atomic write
        own = 1;
      }
    }
#pragma omp taskwait
    int seen = 0;
#pragma omp atomic read
    seen = own;
    CHECK_EQUAL(seen, 1);
#pragma omp atomic read
    seen = descendant;
    CHECK_EQUAL(seen, 1);
  }
  return finish();
}
