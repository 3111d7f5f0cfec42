// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region's reduction, of which a thread also reads the original.
#include "pair.h"

int main(void) {
  static long sum = 1;
  const long* original = &sum;
  long seen = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
    sum += omp_get_thread_num();
#ifdef RACE
    linger();
#pragma omp critical
    seen += *original;
#endif
  }
  seen += *original;
  return finish(sum + seen);
}
