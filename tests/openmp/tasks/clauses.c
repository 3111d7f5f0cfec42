// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// if(0) runs at once in the encountering thread; final, mergeable, untied, priority and taskyield are accepted.
#include <omp.h>

#include "check.h"

int main(void) {
  int ran = 0, wrong = 0, size = requested_threads();
#pragma omp parallel
  {
    int me = omp_get_thread_num(), mine = 0;
    for (int lap = 0; lap < 30; lap++) {
#pragma omp task if (0) shared(mine)
      {
        if (omp_get_thread_num() != me) hit(&wrong);
        mine = lap;
      }
      if (mine != lap) hit(&wrong);  // undeferred: done already
#pragma omp task final(lap % 2) shared(ran)
      {
        if (omp_in_final() != lap % 2) hit(&wrong);
#pragma omp task shared(ran)
        hit(&ran);
#pragma omp taskwait
      }
#pragma omp task untied mergeable priority(lap) shared(ran)
      {
#pragma omp taskyield
        hit(&ran);
      }
#pragma omp taskyield
    }
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(ran, 60 * size);
  return finish();
}
