// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library of OpenMP code, as a Python module is one: linked with the compiler's own runtime, loaded after the program has started.
#include <omp.h>

int most_threads(void) { return omp_get_max_threads(); }

int team(void) {
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  return threads;
}
