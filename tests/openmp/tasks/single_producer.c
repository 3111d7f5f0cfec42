// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks made by one thread: each runs once, with the values captured when it was made, and is done at the next barrier.
#include <omp.h>

#include "check.h"

enum { kTasks = 300 };

struct big {
  int numbers[100];
};

int main(void) {
  static int ran[kTasks];
  int late = 0, wrong = 0;
#pragma omp parallel
  {
#pragma omp single
    for (int i = 0; i < kTasks; i++) {
      struct big big;
      big.numbers[99] = i * 3;
      short small = (short)i;
#pragma omp task firstprivate(big, small) shared(wrong, ran)
      {
        if (big.numbers[99] != i * 3 || small != i) hit(&wrong);
        hit(&ran[i]);
      }
      big.numbers[99] = -1;
    }
    // The single's barrier completes the tasks.
    for (int i = 0; i < kTasks; i++)
      if (__atomic_load_n(&ran[i], __ATOMIC_RELAXED) != 1) hit(&late);
  }
  CHECK_EQUAL(late, 0);
  CHECK_EQUAL(wrong, 0);
  return finish();
}
