// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A closure that tasks call has caught a variable by reference.
#include "pair.h"

int main() {
  long sum = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    auto add = [&sum](long n) {
#ifndef RACE
#pragma omp atomic
#endif
      sum += n;
    };
    for (int i = 0; i < 16; ++i) {
#pragma omp task firstprivate(i) shared(add)
      {
        usleep(200);
        add(i);
      }
    }
#pragma omp taskwait
  }
  return finish(sum);
}
