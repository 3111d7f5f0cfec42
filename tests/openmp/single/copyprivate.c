// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// copyprivate hands the values of the thread that ran the single to every thread of the team.
#include <omp.h>

#include "check.h"

struct record {
  double number;
  char text[100];
};

static int mine;
#pragma omp threadprivate(mine)

int main(void) {
  int wrong = 0;
#pragma omp parallel
  for (int lap = 1; lap <= 300; lap++) {
    int value = -1;
    struct record record = {0};
    double* pointer = NULL;
#pragma omp single copyprivate(value, record, pointer, mine)
    {
      value = lap;
      record.number = lap * 0.5;
      record.text[99] = (char)(lap % 100);
      pointer = &record.number;
      mine = lap * 2;
    }
    // The pointer leads into the executing thread's stack, so it is compared but not followed.
    if (value != lap || record.number != lap * 0.5 || record.text[99] != lap % 100 || !pointer || mine != lap * 2)
      hit(&wrong);
    value = -1;
#pragma omp single copyprivate(value)
    value = omp_get_thread_num();
    if (value < 0 || value >= omp_get_num_threads()) hit(&wrong);
  }
  CHECK_EQUAL(wrong, 0);
  return finish();
}
