// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a region of 3 threads and prints their number and the version of Muster, or 0 on another runtime. C and C++.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // RTLD_DEFAULT
#endif
#include <dlfcn.h>
#include <muster.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>

typedef uint32_t version_function(void);

int main(void) {
  int threads = 0;
#pragma omp parallel num_threads(3) reduction(+ : threads)
  threads += omp_get_num_threads() == 3;
  version_function* version = (version_function*)dlsym(RTLD_DEFAULT, "muster_version");
  printf("%d threads, version %u\n", threads, version ? version() : 0);
  return 0;
}
