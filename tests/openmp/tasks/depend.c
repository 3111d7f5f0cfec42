// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// depend: readers see the writer before them, the next writer comes after all readers.
#include <omp.h>

#include "check.h"

int main(void) {
  int wrong = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 20; round++) {
    int value = 0, other = 0, readers = 0;
    for (int step = 1; step <= 10; step++) {
#pragma omp task depend(out : value) shared(value, readers, wrong) firstprivate(step)
      {
        if (readers != 3 * (step - 1)) hit(&wrong);
        work(100);
        value = step;
      }
      for (int reader = 0; reader < 3; reader++) {
#pragma omp task depend(in : value) shared(value, readers, wrong) firstprivate(step)
        {
          if (value != step) hit(&wrong);
          hit(&readers);
        }
      }
    }
#pragma omp task depend(inout : value, other) shared(other, value)
    other = value + 1;
#pragma omp taskwait
    if (other != 11) hit(&wrong);
  }
  CHECK_EQUAL(wrong, 0);
  return finish();
}
