// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A value is handed to all by copyprivate, and changed by its owner afterwards or not.
#include "pair.h"

int main(void) {
  long seen[4];
#pragma omp parallel num_threads(4)
  {
    static long shared;
    long* at = 0;
#pragma omp single copyprivate(at)
    {
      shared = 5;
      at = &shared;
    }
#ifdef RACE
    *at += 1;
#endif
    seen[omp_get_thread_num()] = *at;
  }
  return finish(seen[1]);
}
