// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// peers: libgomp
// An untied task that yields very often, waits for children, and makes untied tasks of its own. (clang cuts it into parts;
// libomp 19 ends the program with a failed assertion.)
#include <omp.h>

#include "check.h"

enum { kYields = 20000 };

int main(void) {
  int size = requested_threads(), ran = 0, wrong = 0;
#pragma omp parallel
  {
    int turns = 0, inner = 0;
#pragma omp task untied shared(turns, ran, wrong, inner)
    {
      for (int i = 0; i < kYields; i++) {
        turns++;
#pragma omp taskyield
      }
      for (int i = 0; i < 5; i++) {
#pragma omp task untied shared(inner)
        {
#pragma omp taskyield
          hit(&inner);
        }
      }
#pragma omp taskwait
      if (inner != 5) hit(&wrong);
      hit(&ran);
    }
#pragma omp taskwait
    if (turns != kYields || inner != 5) hit(&wrong);

    int steps = 0;
#pragma omp task untied if (0) shared(steps, inner)
    {
      for (int i = 0; i < 100; i++) {
#pragma omp taskyield
        steps++;
      }
#pragma omp taskgroup
      {
#pragma omp task shared(inner)
        hit(&inner);
      }
      steps += inner;
    }
    if (steps != 106) hit(&wrong);
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(ran, size);
  return finish();
}
