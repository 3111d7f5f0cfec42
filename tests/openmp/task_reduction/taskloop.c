// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags: -Wno-sign-compare
// Reductions on taskloop, its own and those of a group around it, also over loops that are empty.
#include <omp.h>

#include "check.h"

enum { kCount = 101 };

int main(void) {
  int wrong = 0;
#pragma omp parallel
  {
    int none = omp_get_thread_num() - omp_get_thread_num();
    for (int lap = 0; lap < 10; lap++) {
      int sum = 4, counts[3] = {0}, in_group = 0, empty = 9;
      double product = 1;
#pragma omp taskloop reduction(+ : sum, counts) reduction(* : product) grainsize(lap + 1)
      for (int i = 0; i < kCount; i++) {
        sum += i;
        counts[i % 3] += 1;
        if (i % 10 == 0) product *= 2;
      }
      if (sum != 4 + kCount * (kCount - 1) / 2 || product != 2048) hit(&wrong);
      if (counts[0] != 34 || counts[1] != 34 || counts[2] != 33) hit(&wrong);

#pragma omp taskgroup task_reduction(+ : in_group)
      {
#pragma omp taskloop in_reduction(+ : in_group) nogroup num_tasks(lap + 1)
        for (unsigned long long i = 0; i < kCount; i++) in_group += 1;
#pragma omp task in_reduction(+ : in_group)
        in_group += 1000;
      }
      if (in_group != 1000 + kCount) hit(&wrong);

#pragma omp taskloop reduction(+ : empty)
      for (int i = 0; i < none; i++) empty += i;
      if (empty != 9) hit(&wrong);
    }
  }
  CHECK_EQUAL(wrong, 0);
  return finish();
}
