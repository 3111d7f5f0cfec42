// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop shared by an inner team inside a loop shared by the outer team, each with a schedule of its own.
#include <omp.h>

#include "check.h"

enum { kOuter = 12, kInner = 40 };

int main(void) {
  omp_set_max_active_levels(2);
  static int ran[kOuter][kInner];
#pragma omp parallel for schedule(dynamic) num_threads(3)
  for (int a = 0; a < kOuter; a++) {
#pragma omp parallel for schedule(dynamic, 3) num_threads(2)
    for (int b = 0; b < kInner; b++) hit(&ran[a][b]);
#pragma omp parallel for schedule(guided) num_threads(3)
    for (int b = 0; b < kInner; b++) hit(&ran[a][b]);
#pragma omp parallel for num_threads(2)
    for (int b = 0; b < kInner; b++) hit(&ran[a][b]);
  }
  int wrong = 0;
  for (int a = 0; a < kOuter; a++)
    for (int b = 0; b < kInner; b++) wrong += ran[a][b] != 3;
  CHECK_EQUAL(wrong, 0);
  return finish();
}
