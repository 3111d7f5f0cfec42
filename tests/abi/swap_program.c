// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An ordinary OpenMP program. Prints the file that its runtime came from, and whether a parallel region added up.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += 1 + omp_get_thread_num();
  Dl_info where;
  if (dladdr((void*)omp_get_thread_num, &where) == 0) {
    return 2;
  }
  printf("%s\n%s\n", where.dli_fname, sum == 3 ? "right" : "wrong");
  return fflush(stdout) == 0 ? 0 : 2;
}
