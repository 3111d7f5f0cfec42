// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskgroup waits for the children and all that they made.
#include <omp.h>

#include "check.h"

static int ran;

static void tree(int depth) {
  hit(&ran);
  if (depth == 0) return;
  for (int child = 0; child < 3; child++) {
#pragma omp task
    tree(depth - 1);
  }
}

int main(void) {
  int wrong = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 10; round++) {
    ran = 0;
#pragma omp taskgroup
    {
#pragma omp task
      tree(4);
    }
    if (ran != 121) wrong++;
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(ran, 121);
  return finish();
}
