// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A value is read before the flag that says it is there.
#include "pair.h"

int main(void) {
  long data = 0, got = 0;
  int flag = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      data = 42;
#pragma omp atomic write seq_cst
      flag = 1;
    } else {
#ifdef RACE
      got = data;
#endif
      int seen = 0;
      while (seen == 0) {
#pragma omp atomic read seq_cst
        seen = flag;
        usleep(10);
      }
      got += data;
    }
  }
  return finish(got);
}
