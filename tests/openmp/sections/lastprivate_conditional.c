// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compilers: gcc
// flags: -Wno-maybe-uninitialized
// lastprivate(conditional: ...) on sections: the last section in program order that assigns decides. (clang 19 takes the value of
// the section that ran last.)
#include <omp.h>

#include "check.h"

static int choose(const int* assigns) {
  int chosen = -1;
#pragma omp parallel
#pragma omp sections lastprivate(conditional : chosen)
  {
#pragma omp section
    if (assigns[0]) chosen = 0;
#pragma omp section
    if (assigns[1]) chosen = 1;
#pragma omp section
    if (assigns[2]) chosen = 2;
  }
  return chosen;
}

int main(void) {
  for (int lap = 0; lap < 200; lap++) {
    int assigns[3] = {lap & 1, lap & 2, lap & 4};
    CHECK_EQUAL(choose(assigns), lap & 4 ? 2 : lap & 2 ? 1 : lap & 1 ? 0 : -1);
  }
  return finish();
}
