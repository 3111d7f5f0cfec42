// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finds: parallel region.* in a child of fork
#include <sys/wait.h>
#include <unistd.h>

#include "misuse.h"

int main(void) {
  int status = 0;
#ifndef MISUSE
  // A region before which there was none is everybody's first, in a child or not.
  use(omp_get_max_threads());
  if (fork() == 0) {
#pragma omp parallel num_threads(2)
    use(3);
    _exit(0);
  }
  wait(&status);
#endif
#pragma omp parallel num_threads(2)
  use(1);
#ifdef MISUSE
  if (fork() == 0) {
#pragma omp parallel num_threads(2)  // told
    use(2);
    _exit(0);
  }
#else
  if (fork() == 0) _exit(0);
#endif
  wait(&status);
  return status;
}
