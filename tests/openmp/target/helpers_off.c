// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without helpers target tasks are tasks like others, and no thread is made for them.
// compilers: clang
// run: OMP_NUM_THREADS=1 LIBOMP_USE_HIDDEN_HELPER_TASK=0
// run: OMP_NUM_THREADS=1 LIBOMP_NUM_HIDDEN_HELPER_THREADS=0
// peers: none
#include <omp.h>

#include "process.h"

int main(void) {
  int before = threads_at_start(), sum = 0, order = 0;
  pthread_t here = pthread_self();
  (void)order;
  for (int i = 0; i < 50; i++) {
#pragma omp target nowait depend(inout : order) map(tofrom : sum)
    {
      CHECK(pthread_equal(here, pthread_self()));
      sum = 2 * sum % 1000 + i;
    }
  }
#pragma omp taskwait
  int expected = 0;
  for (int i = 0; i < 50; i++) expected = 2 * expected % 1000 + i;
  CHECK_EQUAL(sum, expected);
  CHECK_EQUAL(threads_of_process(), before);
  return finish();
}
